import type { Pool } from 'pg'
import { anyOrder, type Wanted } from './filter.ts'

/** Up to here everything is counted each time; counting more takes longer than reading a page. */
const COUNTED_EACH_TIME = 10_000
/** How old a greater total may be, in milliseconds. */
const KEPT_MS = 10_000
/** Filters whose totals are kept at a time. */
const KEPT = 200

/** How many appointments there are of a filter. */
export type Totals = (wanted: Wanted, now: Date) => Promise<number>

/**
 * Counts for one server process. Great totals are kept for 10 seconds, and callers who come while one is counted wait
 * for the same count. Searches are not counted here.
 */
export function appointmentTotals(pool: Pick<Pool, 'query'>): Totals {
  const kept = new Map<string, { at: number; total: Promise<number> }>()

  return (wanted, now) => {
    const key = JSON.stringify([wanted.conditions, wanted.statuses, wanted.values])
    const known = kept.get(key)
    const age = known ? now.getTime() - known.at : Number.POSITIVE_INFINITY
    if (known && age >= 0 && age < KEPT_MS) return known.total

    const counted = { at: now.getTime(), total: count(pool, wanted) }
    // The oldest goes first: a Map is in the order of its keys' arrival.
    kept.delete(key)
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value as string)
    kept.set(key, counted)
    const forget = () => {
      if (kept.get(key) === counted) kept.delete(key)
    }
    counted.total.then((total) => total <= COUNTED_EACH_TIME && forget(), forget)
    return counted.total
  }
}

async function count(pool: Pick<Pool, 'query'>, wanted: Wanted): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (${anyOrder(wanted, 'a.id')}) a`,
    wanted.values,
  )
  return rows[0]?.total ?? 0
}
