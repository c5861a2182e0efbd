const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Time after its event in which a delivery is tried. */
export const TRIED_FOR_MS = 48 * HOUR

/** Delays before the second attempt, the third and so on; the last one repeats. */
const WAITS = [
  10 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
]

/**
 * Backoff after a failed attempt, in milliseconds; null: it is given up. The last attempt is at 48 hours, and a
 * delivery first tried after them, delayed by another, has that one attempt.
 * @param tries by now @param ageMs since the event
 */
export function waitAfter(tries: number, ageMs: number): number | null {
  const left = TRIED_FOR_MS - ageMs
  if (left <= 0) return null
  return Math.min(WAITS[Math.min(tries, WAITS.length) - 1] ?? SECOND, left)
}
