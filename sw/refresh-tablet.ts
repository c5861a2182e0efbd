import { SEALED_ANSWER_BYTES } from '../contract/seal-limits.ts'
import { entryOf, prefetchedOf } from '../seal/entries.ts'
import { clearStore, isSameHolder, putAnswers, type StoredKey, storedKey } from '../seal/store.ts'
import { tabletToken } from '../seal/tablet.ts'

/** The server lets a tablet refresh itself four times an hour: no sooner after an answer, in milliseconds. */
const EVERY_MS = 15 * 60_000
const TIMEOUT_MS = 60_000
/** What sealing adds to a text. */
const TAG_BYTES = 16

type Options = {
  /** Where the API is, without a slash at the end. */
  api: string
  now?: () => number
  fetch?: (address: string, init: RequestInit) => Promise<Response>
}

/** When the server last answered with something, for this start of the worker, and the refresh that is under way. */
let answeredAt = Number.NEGATIVE_INFINITY
let running: Promise<void> | undefined

/**
 * A reception tablet fetches what can be read on it without a connection, with its own token and nobody signed in: sealed
 * on the server for its key, so that the worker reads as little of it as a thief of the token. In any other browser,
 * and where nobody's pages are, it asks nothing.
 * @throws when the server cannot be reached
 */
export function refreshTablet(options: Options): Promise<void> {
  running ??= refresh(options).finally(() => {
    running = undefined
  })
  return running
}

async function refresh({ api, now = Date.now, fetch = globalThis.fetch }: Options): Promise<void> {
  const [token, key] = await Promise.all([tabletToken(), storedKey()])
  if (!token || !key || Math.abs(now() - answeredAt) < EVERY_MS) return
  const response = await fetch(`${api}/devices/prefetch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ owner: key.owner, rightsVersion: key.rightsVersion }),
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  // A proxy's page is no answer of the server.
  const body: unknown = await response.json().catch(() => null)
  const code = (body as { code?: unknown } | null)?.code
  if (response.status === 401 && code === 'unauthorized') return forget(key)
  const answer = response.status === 200 ? prefetchedOf(body) : null
  // Nothing comes until the server has been told of the key, which a page may be about to do.
  if (response.status === 429 || (answer && answer.entries.length > 0)) answeredAt = now()
  if (!answer) return
  if (answer.keep === 'registration' || answer.keep === 'nothing') return forget(key)
  const entries = answer.entries.map(entryOf).filter((entry) => entry !== null)
  const short = entries.filter(({ sealed }) => sealed.bytes.byteLength <= SEALED_ANSWER_BYTES + TAG_BYTES)
  await putAnswers(short, key)
}

/** What the tablet may no longer keep goes at once; the rest of its end is the page's (src/offline/tablet/contact.ts). */
async function forget(asked: StoredKey): Promise<void> {
  const key = await storedKey()
  if (key && isSameHolder(key, asked)) await clearStore({ only: asked.id, within: () => {} })
}
