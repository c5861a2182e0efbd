import { SEALED_MS } from '../../contract/seal-limits.ts'
import { listQuery } from './list-query.ts'

/** In the `meta` of a query whose answers the service worker stores sealed (contract/seal.ts). */
export const SEALED = { sealed: true } as const

/**
 * How lists that can be read without a connection are fetched: a page that was seen, or prefetched, stays in memory
 * for as long as it may be stored.
 */
export const storedQuery = { ...listQuery, gcTime: SEALED_MS, meta: SEALED } as const
