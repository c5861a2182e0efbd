import { KEPT_MS } from '../device/limits.ts'
import { listQuery } from './list-query.ts'

/**
 * How lists that can be read without a connection are fetched: the device keeps them sealed (src/offline/keep-pages.ts),
 * and a page that was seen, or fetched ahead, stays in memory for as long as it may be kept.
 */
export const keptQuery = { ...listQuery, gcTime: KEPT_MS, meta: { keep: 'staff' } } as const
