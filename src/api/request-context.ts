import { hashKey, type Query, type QueryFunctionContext } from '@tanstack/react-query'

/** Context of a query's call: its signal, and whether it is unattended. */
export type RequestContext = { signal: AbortSignal; unattended: boolean }

/** Mark of prefetched queries in their `meta`. */
export const PREFETCH = { prefetch: true } as const

/** Signal of the first attended call of each query; a retry has the same. */
const firstAsked = new WeakMap<Query, AbortSignal>()

/**
 * Whether a call is unattended: the page repeats a query that it has made before. The first call after a cached or
 * prefetched answer counts as a person's.
 */
export function requestContextOf({ client, queryKey, signal, meta }: QueryFunctionContext): RequestContext {
  const query = client.getQueryCache().get(hashKey(queryKey))
  if (meta?.prefetch || !query) return { signal, unattended: true }
  const first = firstAsked.get(query)
  if (!first) firstAsked.set(query, signal)
  return { signal, unattended: first !== undefined && first !== signal }
}
