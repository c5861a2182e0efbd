import type { Pool } from 'pg'
import { anyOrder, type Wanted } from './filter.ts'

/** Up to here everything is counted each time; counting more takes longer than reading a page. */
const COUNTED_EACH_TIME = 1_000
/** How old a greater total may be, in milliseconds. */
const KEPT_MS = 10_000
/** Filters whose totals are kept at a time. */
const KEPT = 200

/** How many appointments there are of a filter. */
export type Totals = (wanted: Wanted, now: Date) => Promise<number>

/**
 * Counts for one server process. Great totals are kept for 10 seconds; one that is asked for in the second half of
 * them is counted again meanwhile, so that on a busy page nobody waits for it. Searches are not counted here.
 */
export function appointmentTotals(pool: Pick<Pool, 'query'>): Totals {
  const kept = new Map<string, { at: number; total: Promise<number>; again?: boolean }>()

  function countAgain(key: string, wanted: Wanted, now: Date): Promise<number> {
    const total = count(pool, wanted)
    const remember = () => {
      // The oldest goes first: a Map is in the order of its keys' arrival.
      kept.delete(key)
      if (kept.size >= KEPT) kept.delete(kept.keys().next().value as string)
      kept.set(key, { at: now.getTime(), total })
    }
    const forget = () => void kept.delete(key)
    // Whoever comes while a total is counted for the first time waits for the same count.
    if (!kept.has(key)) remember()
    total.then((counted) => (counted > COUNTED_EACH_TIME ? remember() : forget()), forget)
    return total
  }

  return (wanted, now) => {
    const key = JSON.stringify([wanted.conditions, wanted.statuses, wanted.values])
    const known = kept.get(key)
    const age = known ? now.getTime() - known.at : -1
    if (!known || age < 0 || age >= KEPT_MS) {
      kept.delete(key)
      return countAgain(key, wanted, now)
    }
    if (age >= KEPT_MS / 2 && !known.again) {
      known.again = true
      // When it fails the next caller counts, and is told.
      countAgain(key, wanted, now).catch(() => {})
    }
    return known.total
  }
}

async function count(pool: Pick<Pool, 'query'>, wanted: Wanted): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (${anyOrder(wanted, 'a.id')}) a`,
    wanted.values,
  )
  return rows[0]?.total ?? 0
}
