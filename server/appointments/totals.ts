import type { Pool } from 'pg'
import { anyOrder, type Wanted } from './filter.ts'

/** Up to here everything is counted each time; counting more takes longer than reading a page. */
const COUNTED_EACH_TIME = 1_000
/** How old a greater total may be, in milliseconds. */
const KEPT_MS = 10_000
/** Filters whose totals are kept at a time. */
const KEPT = 200

/** How many appointments there are of a filter. */
export type Totals = {
  /** `isKept`: it was counted before, and others may have changed it since. */
  of(wanted: Wanted, now: Date): { total: Promise<number>; isKept: boolean }
  /** Counted now. */
  anew(wanted: Wanted, now: Date): Promise<number>
  /** Appointments have come or gone by this process, or more than were counted have been seen: nothing kept holds. */
  forget(): void
}

/**
 * Counts for one server process. Great totals are kept for 10 seconds; one that is asked for in the second half of
 * them is counted again meanwhile, so that on a busy page nobody waits for it. Searches are not counted here.
 */
export function appointmentTotals(pool: Pick<Pool, 'query'>): Totals {
  const kept = new Map<string, { at: number; total: Promise<number>; again?: boolean }>()
  // What was being counted when something changed may have missed it.
  let changes = 0

  function anew(wanted: Wanted, now: Date): Promise<number> {
    const key = keyOf(wanted)
    const before = changes
    const total = count(pool, wanted)
    const remember = () => {
      if (changes !== before) return
      // The oldest goes first: a Map is in the order of its keys' arrival.
      kept.delete(key)
      if (kept.size >= KEPT) kept.delete(kept.keys().next().value as string)
      kept.set(key, { at: now.getTime(), total })
    }
    const drop = () => void (changes === before && kept.delete(key))
    // Whoever comes while a total is counted for the first time waits for the same count.
    if (!kept.has(key)) remember()
    total.then((counted) => (counted > COUNTED_EACH_TIME ? remember() : drop()), drop)
    return total
  }

  return {
    anew,
    of(wanted, now) {
      const key = keyOf(wanted)
      const known = kept.get(key)
      const age = known ? now.getTime() - known.at : -1
      if (!known || age < 0 || age >= KEPT_MS) {
        kept.delete(key)
        return { total: anew(wanted, now), isKept: false }
      }
      if (age >= KEPT_MS / 2 && !known.again) {
        known.again = true
        // When it fails the next caller counts, and is told.
        anew(wanted, now).catch(() => {})
      }
      return { total: known.total, isKept: true }
    },
    forget() {
      changes += 1
      kept.clear()
    },
  }
}

const keyOf = ({ conditions, places, statuses, values }: Wanted) =>
  JSON.stringify([conditions, places, statuses, values])

async function count(pool: Pick<Pool, 'query'>, wanted: Wanted): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (${anyOrder(wanted, 'a.id')}) a`,
    wanted.values,
  )
  return rows[0]?.total ?? 0
}
