import { ApiError } from '../http/api-error.ts'

/**
 * Options of public lists. Being offline must become an error that the screen can explain (and offer the fallback
 * categories), not a query that waits in silence; so `navigator.onLine` isn't consulted.
 */
export const listQuery = {
  networkMode: 'always',
  refetchOnReconnect: true,
  retry: (failures: number, error: Error) => failures < 1 && !(error instanceof ApiError && error.isRefusal),
  retryDelay: 600,
} as const

/** Options of a public list that is cached on the device for offline use (offline/public-lists.ts). */
export const storedList = {
  meta: { keep: 'public' },
  // What is thrown out of memory while a page is open would be missing when the connection goes.
  gcTime: Number.POSITIVE_INFINITY,
}
