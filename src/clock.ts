/*
 * What time it is. Devices are wrong by minutes, and some by a day; 'today' on a day sheet may not be. Each answer of the
 * API says what the server's clock shows, and what that tells is kept for when there is no connection.
 */

/** Kept in local storage: by how many milliseconds the server's clock is ahead of this device's. */
const KEY = 'clockOffset'
/** What is less, in milliseconds, may be the way of an answer, and harms nobody. */
const WORTH_MS = 2 * 60_000

let offset = readOffset()

/** The time by the server's clock, as far as that is known. Only for what is shown and asked: durations need no clock but the device's. */
export const clock = { now: () => new Date(trueTime(Date.now())) }

/** A moment that this device has noted (milliseconds since 1970), by the server's clock. */
export const trueTime = (deviceMs: number) => deviceMs + offset

/** A moment by the server's clock (milliseconds since 1970) as this device would have noted it. */
export const deviceTime = (trueMs: number) => trueMs - offset

/**
 * Takes note of what an answer says about the time.
 * @param date its Date header; null: it has none, or another origin's is not shown to the page
 */
export function noteServerTime(date: string | null): void {
  const said = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(said)) return
  const difference = said - Date.now()
  const next = Math.abs(difference) < WORTH_MS ? 0 : difference
  // From answer to answer it differs by the way that each had.
  if (Math.abs(next - offset) < WORTH_MS) return
  offset = next
  try {
    if (offset === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, String(offset))
  } catch {
    // Without storage it is found out anew by the next answer.
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
