const MINUTE_MS = 60_000

/**
 * Reports whether a page has been idle for so long that it locks.
 * @param lastHandAt in milliseconds; null: not known, so it counts from now. In the future: noted while the clock was
 * ahead
 * @param minutes `staff.idleMinutes` of the clinic's settings
 */
export function isIdle(lastHandAt: number | null, now: number, minutes: number): boolean {
  return lastHandAt !== null && now - lastHandAt >= minutes * MINUTE_MS
}
