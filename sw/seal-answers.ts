import { questionOf, SEAL_HEADER } from '../contract/seal.ts'
import { SEALED_ANSWER_BYTES } from '../contract/seal-limits.ts'
import { type Sealer, sealerFor } from '../seal/format.ts'
import { dropAnswers, isSameHolder, putAnswer, type StoredKey, storedKey } from '../seal/store.ts'

/** Whether a call wants its answer stored. */
export const wantsSeal = (request: Request) => request.headers.has(SEAL_HEADER)

type Options = {
  /** Keeps the worker alive for work that nobody waits for. */
  waitUntil: (work: Promise<unknown>) => void
  fetch?: (request: Request) => Promise<Response>
}

/**
 * Passes a call on and stores a sealed copy of its answer. Under which question and for which key is read when it is
 * asked: an answer that comes after the session's end is stored for nobody (seal/store.ts). The page waits for nothing.
 */
export async function answerAndSeal(
  request: Request,
  { waitUntil, fetch = globalThis.fetch }: Options,
): Promise<Response> {
  const asked = questionAsked(request)
  const key = keyNamed(request.headers.get(SEAL_HEADER))
  const response = await fetch(request)
  if (isGood(response)) {
    // A full disk, or a browser that refuses: then there is less to read without a connection.
    waitUntil(seal(response.clone(), asked, key).catch(() => {}))
  } else if (isRefusal(response)) {
    waitUntil(drop(asked, key).catch(() => {}))
  }
  return response
}

/** Forgets the content key, so that whoever finds a locked tablet does not find it in memory. */
export function forgetSealer(): void {
  current = undefined
}

async function seal(
  answer: Response,
  asked: Promise<string | null>,
  named: Promise<StoredKey | null>,
): Promise<void> {
  const [question, key] = await Promise.all([asked, named])
  const text = question && key ? await wholeText(answer) : null
  if (!question || !key || text === null) return void answer.body?.cancel().catch(() => {})
  const at = Date.parse(answer.headers.get('date') ?? '') || Date.now()
  const sealAnswer = await sealerOf(key)
  await putAnswer(question, await sealAnswer(text, { question, at }), key)
}

/** What one may read no more, or what is there no more, is not kept either. */
async function drop(asked: Promise<string | null>, named: Promise<StoredKey | null>): Promise<void> {
  const [question, key] = await Promise.all([asked, named])
  const now = question && key ? await storedKey() : null
  if (question && key && now && isSameHolder(now, key)) await dropAnswers([question])
}

const isJson = ({ headers }: Response) =>
  headers.get('content-type')?.split(';')[0]?.trim() === 'application/json'

/** By our server: a proxy's page is none. */
const isRefusal = (response: Response) =>
  (response.status === 403 || response.status === 404) && isJson(response)

const isGood = (response: Response) =>
  response.status === 200 && !response.redirected && response.type !== 'opaque' && isJson(response)

/** Below whatever address the API has. */
async function questionAsked(request: Request): Promise<string | null> {
  const copy = request.clone()
  const body = copy.body === null && copy.method === 'GET' ? undefined : await copy.text()
  const { pathname, search } = new URL(request.url)
  for (let from = 0; from >= 0; from = pathname.indexOf('/', from + 1)) {
    const question = questionOf(request.method, pathname.slice(from) + search, body)
    if (question) return question
  }
  return null
}

async function keyNamed(id: string | null): Promise<StoredKey | null> {
  const key = await storedKey().catch(() => null)
  return key?.id === id ? key : null
}

/** The text of an answer that came whole and is JSON; null: it is something else, or too long. */
async function wholeText(answer: Response): Promise<string | null> {
  if (!answer.body) return null
  const reader = answer.body.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [bytes, text] = [0, '']
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > SEALED_ANSWER_BYTES) {
      // It settles when the page is done with its half too: not waited for.
      reader.cancel().catch(() => {})
      return null
    }
    text += decoder.decode(part.value, { stream: true })
  }
  text += decoder.decode()
  // What a proxy has cut off is no JSON.
  JSON.parse(text)
  return text
}

/** One content key for each start of the worker and key of a session. */
let current: { id: string; sealer: Promise<Sealer> } | undefined

function sealerOf(key: StoredKey): Promise<Sealer> {
  if (current?.id !== key.id) current = { id: key.id, sealer: sealerFor(key) }
  return current.sealer
}
