/*
 * The server's clock. Devices are wrong by minutes, some by a day, and 'today' on a day sheet may not be. Each answer of
 * the API carries the server's time; the difference is stored for when there is no connection.
 */

/** Key in localStorage: milliseconds by which the server's clock is ahead of this device's. */
const KEY = 'clockOffset'
/** A smaller difference, in milliseconds, may be the latency of the answer, and does no harm. */
const WORTH_MS = 2 * 60_000

let offset = readOffset()

/** The time by the server's clock, as far as known. For what is shown and requested; durations use the device's clock. */
export const clock = { now: () => new Date(trueTime(Date.now())) }

/** A timestamp of this device (milliseconds since 1970) by the server's clock. */
export const trueTime = (deviceMs: number) => deviceMs + offset

/** A timestamp of the server (milliseconds since 1970) by this device's clock. */
export const deviceTime = (trueMs: number) => trueMs - offset

/** @param date Date header of an answer; null: it has none, or another origin's is not exposed to the page */
export function noteServerTime(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(said)) return
  const difference = said - Date.now()
  const next = Math.abs(difference) < WORTH_MS ? 0 : difference
  // Latency differs from answer to answer.
  if (Math.abs(next - offset) < WORTH_MS) return
  offset = next
  try {
    if (offset === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, String(offset))
  } catch {
    // Without storage the next answer sets it again.
  }
}

function readOffset(): number {
  try {
    const kept = Number(localStorage.getItem(KEY))
    return Number.isFinite(kept) ? kept : 0
  } catch {
    return 0
  }
}
