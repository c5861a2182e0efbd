import type { Pool } from 'pg'
import { anyOrder, type ListConditions } from './filter.ts'
import { countStretches, type Stretches } from './stretches.ts'

/** Up to here everything is counted each time; counting more takes longer than reading a page. */
const COUNTED_EACH_TIME = 1_000
/** Maximum age of a large total, in milliseconds. */
const KEPT_MS = 10_000
/** Limit of filters with cached totals, and of those with cached stretches too. */
const KEPT = 200
const STRETCHES_KEPT = 50

/** Number of a filter's appointments. */
export type Totals = {
  of(wanted: ListConditions, now: Date): Promise<number>
  /**
   * Number of appointments in each stretch of time.
   * @param outdated stretches that are not returned again
   */
  stretches(wanted: ListConditions, now: Date, outdated: Stretches | null): Promise<Stretches>
  /** Reports whether a search was found lately to have more results than are counted. */
  hasMany(search: ListConditions, now: Date): boolean
  noteMany(search: ListConditions, now: Date): void
  /**
   * Invalidates the cache: this process has added or removed appointments, or more than were counted have been seen.
   */
  forget(): void
}

/**
 * Counts for one server process. Large totals are cached for 10 seconds; one that is requested in the second half of
 * them is counted again in the background, so that no caller waits on a busy page. Searches are not counted here; that
 * one has more results than are counted is cached as long.
 */
export function appointmentTotals(pool: Pick<Pool, 'query'>): Totals {
  const kept = new Map<string, { at: number; total: Promise<number>; again?: boolean }>()
  const counted = new Map<string, { at: number; stretches: Promise<Stretches> }>()
  const many = new Map<string, { at: number }>()
  // A count that was running during a change may have missed it.
  let changes = 0

  function anew(wanted: ListConditions, now: Date): Promise<number> {
    const key = keyOf(wanted)
    const before = changes
    const total = count(pool, wanted)
    const remember = () => {
      if (changes !== before) return
      keep(kept, KEPT, key, { at: now.getTime(), total })
    }
    const drop = () => void (changes === before && kept.delete(key))
    // Callers during a first count share it.
    if (!kept.has(key)) remember()
    total.then((counted) => (counted > COUNTED_EACH_TIME ? remember() : drop()), drop)
    return total
  }

  const isFresh = (known: { at: number } | undefined, now: Date) => {
    const age = known ? now.getTime() - known.at : -1
    return age >= 0 && age < KEPT_MS
  }

  return {
    of(wanted, now) {
      const key = keyOf(wanted)
      const known = kept.get(key)
      if (!known || !isFresh(known, now)) {
        kept.delete(key)
        return anew(wanted, now)
      }
      if (now.getTime() - known.at >= KEPT_MS / 2 && !known.again) {
        known.again = true
        // When it fails the next caller counts, and gets the error.
        anew(wanted, now).catch(() => {})
      }
      return known.total
    },
    async stretches(wanted, now, outdated) {
      const key = keyOf(wanted)
      const known = counted.get(key)
      if (known && isFresh(known, now)) {
        const stretches = await known.stretches
        if (stretches !== outdated) return stretches
      }
      // Callers with the same outdated count share the running one.
      const other = counted.get(key)
      if (other && other !== known) return other.stretches
      const entry = { at: now.getTime(), stretches: countStretches(pool, wanted, now) }
      keep(counted, STRETCHES_KEPT, key, entry)
      entry.stretches.catch(() => counted.get(key) === entry && counted.delete(key))
      return entry.stretches
    },
    hasMany: (search, now) => isFresh(many.get(keyOf(search)), now),
    noteMany: (search, now) => keep(many, KEPT, keyOf(search), { at: now.getTime() }),
    forget() {
      changes += 1
      kept.clear()
      many.clear()
    },
  }
}

/** The oldest goes first: a Map is in the order of its keys' arrival. */
function keep<Value>(kept: Map<string, Value>, most: number, key: string, value: Value): void {
  kept.delete(key)
  if (kept.size >= most) kept.delete(kept.keys().next().value as string)
  kept.set(key, value)
}

const keyOf = ({ conditions, places, statuses, meanings, values }: ListConditions) =>
  JSON.stringify([conditions, places, statuses, meanings, values])

async function count(pool: Pick<Pool, 'query'>, wanted: ListConditions): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (${anyOrder(wanted, 'a.id')}) a`,
    wanted.values,
  )
  return rows[0]?.total ?? 0
}
