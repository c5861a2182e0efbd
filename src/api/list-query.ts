import { ApiError } from '../http/api-error.ts'

/**
 * How public lists are fetched. 'Not connected' must become an error that the screen can speak of (and offer
 * the fallback categories for), not a query that waits in silence; so the browser's word on that isn't asked.
 */
export const listQuery = {
  networkMode: 'always',
  refetchOnReconnect: true,
  retry: (failures: number, error: Error) => failures < 1 && !(error instanceof ApiError && error.isRefusal),
  retryDelay: 600,
} as const

/** Of a public list that is kept on the device for when there is no connection (offline/public-lists.ts). */
export const storedList = {
  meta: { keep: 'public' },
  // What is thrown out of memory while a page is open would be missing when the connection goes.
  gcTime: Number.POSITIVE_INFINITY,
}
