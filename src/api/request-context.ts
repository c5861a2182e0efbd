import { hashKey, type Query, type QueryFunctionContext } from '@tanstack/react-query'

/** How a query asks: its call ends when nobody waits for it any more, and says so when nobody has asked for it. */
export type RequestContext = { signal: AbortSignal; unattended: boolean }

/** In the `meta` of a query that the page fetches before anybody wants it. */
export const PREFETCH = { prefetch: true } as const

/** By query, the signal of the first time that this page has asked it for somebody; a retry has the same. */
const firstAsked = new WeakMap<Query, AbortSignal>()

/**
 * What this page has asked before is asked again by the page itself: since something has happened, or time has passed.
 * An answer that was kept on the device, or prefetched, has not been asked for by anybody yet.
 */
export function requestContextOf({ client, queryKey, signal, meta }: QueryFunctionContext): RequestContext {
  const query = client.getQueryCache().get(hashKey(queryKey))
  if (meta?.prefetch || !query) return { signal, unattended: true }
  const first = firstAsked.get(query)
  if (!first) firstAsked.set(query, signal)
  return { signal, unattended: first !== undefined && first !== signal }
}
