import { SEALED_MS } from '../../contract/seal-limits.ts'
import { listQuery } from './list-query.ts'

/** Mark in the `meta` of a query whose answers the service worker stores sealed (contract/seal.ts). */
export const SEALED = { sealed: true } as const

/**
 * Options of lists that can be read offline: a page that was seen or prefetched stays in memory as long as it may be
 * stored.
 */
export const storedQuery = { ...listQuery, gcTime: SEALED_MS, meta: SEALED } as const
