import { lookup } from 'node:dns/promises'
import type { WebhookProblem } from '../../../contract/webhooks.ts'
import { isNamed, isPublic, type NamedHosts } from './addresses.ts'

export type Address = { address: string; family: number }
/** All addresses of a host. @throws the resolver's error */
export type Resolve = (host: string) => Promise<Address[]>

type Reach = (url: URL, signal: AbortSignal) => Promise<Address | 'unknown_host' | 'address_refused'>

/** Time limit while a person waits after entering an address: a silent resolver is left to the first delivery. */
const ENTERING_MS = 3_000

// One after the other: look-ups share few threads, and connections to the database need one.
let last: Promise<unknown> = Promise.resolve()
export const resolveHost: Resolve = (host) => {
  const mine = last.then(() => lookup(host, { all: true }))
  last = mine.catch(() => {})
  return mine
}

/**
 * Resolution of a webhook's address: its name is resolved once, and every address that it has must be allowed. The
 * result is the one to connect to, so that no later answer of the resolver counts.
 */
export function createReach({ named, resolve }: { named: NamedHosts; resolve: Resolve }): Reach {
  return async (url, signal) => {
    const found = await within(signal, resolve(url.hostname.replace(/^\[|\]$/g, ''))).catch((error) => {
      if (/^(ENOTFOUND|ENODATA)$/.test(error?.code)) return []
      throw error
    })
    const [first] = found
    if (first === undefined) return 'unknown_host'
    const isAllowed = isNamed(url, named) || found.every(({ address }) => isPublic(address))
    return isAllowed ? first : 'address_refused'
  }
}

/**
 * The fault of an entered address, reported before anything is sent there. Each delivery checks again, since a name may
 * lead elsewhere later; a host listed by the operator may be down now.
 */
export async function problemOf(
  url: URL,
  { named, resolve }: { named: NamedHosts; resolve: Resolve },
): Promise<WebhookProblem | null> {
  if (isNamed(url, named)) return null
  const reach = createReach({ named, resolve })
  const found = await reach(url, AbortSignal.timeout(ENTERING_MS)).catch(() => null)
  if (found === 'address_refused') return 'host_private'
  return found === 'unknown_host' ? 'host_unknown' : null
}

/** The resolver can't be stopped, but no caller has to wait for it. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  late.catch(() => {})
  return Promise.race([work, late])
}
