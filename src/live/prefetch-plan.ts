/** The whole range is fetched again after this long when it may have changed, and after that long in any case (ms). */
const RANGE_MS = 15 * 60_000
const QUIET_RANGE_MS = 60 * 60_000
/** After an event today is fetched at most once in so many milliseconds. */
const TODAY_MS = 60_000
/** A connection that comes and goes does not bring the range each time, in milliseconds. */
const COMES_AND_GOES_MS = 2 * 60_000

/** State of prefetching; moments in milliseconds since 1970, 0: never. */
export type Fetched = {
  /** The first day of the range, 'YYYY-MM-DD' in clinic time; empty: none was fetched. */
  from: string
  rangeAt: number
  todayAt: number
}

export type Situation = {
  now: number
  /** 'YYYY-MM-DD' in clinic time. */
  today: string
  /** Times when an event last announced a change, and when the connection last came back; 0: not yet. */
  changedAt: number
  backAt: number
  /** Whether events tell of changes. */
  isLive: boolean
}

/** Part to prefetch now; null: none. */
export function dueOf(
  { now, today, changedAt, backAt, isLive }: Situation,
  { from, rangeAt, todayAt }: Fetched,
): 'range' | 'today' | null {
  const age = now - rangeAt
  const mayHaveChanged = !isLive || changedAt > rangeAt || backAt > rangeAt
  // Midnight has passed, or the device's clock was put back.
  if (from !== today || age < 0 || age >= QUIET_RANGE_MS) return 'range'
  if (age >= RANGE_MS && mayHaveChanged) return 'range'
  if (age >= COMES_AND_GOES_MS && backAt > rangeAt) return 'range'
  return changedAt > todayAt && now - todayAt >= TODAY_MS ? 'today' : null
}
