import { ApiError } from '../../../http/api-error.ts'
import type { Trouble } from '../state/booking-state.ts'

/** Wait before the next retry, in milliseconds, and the text shown meanwhile. */
export type Wait = { why: Trouble; ms: number }

/** Attempts since Submit was pressed; times in milliseconds. */
export type SoFar = { retries: number; pausedMs: number; elapsedMs: number }

const FIRST_MS = 1_000
const LONGEST_MS = 8_000
/** All waits on a bad line together; what the calls take themselves comes on top. */
const PATIENCE_MS = 30_000
/** Longest wait that runs by itself. If the server wants more, the person decides. */
const LONGEST_RETRY_AFTER_MS = 10_000
/** Interval of retries on a device that reports being offline: some report it wrongly. */
const OFFLINE_MS = 10_000

/**
 * For so long after Submit, in milliseconds, a try starts by itself. Who pressed it still looks at the page then, or at
 * the settings of the phone. Later they may have called the clinic or booked elsewhere, and an appointment that made
 * itself while the phone was in a pocket would be a surprise: then it takes another press, which books no second one.
 */
const BY_ITSELF_MS = 2 * 60_000

/** Whether a try may start by itself so long after Submit: also asked after a pause, in which a phone may have slept. */
export const mayTry = (elapsedMs: number) => elapsedMs <= BY_ITSELF_MS

const WORTH_ANOTHER_TRY = [408, 502, 503, 504]

/**
 * Whether a call ended without a definite answer, so that trying again may bring one: no answer, or somebody on the way
 * or the server was too busy. An answer of 2xx that can't be read is none either.
 */
export function hasNoAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.kind !== 'http' || error.status < 300 || WORTH_ANOTHER_TRY.includes(error.status)
}

/**
 * The pause after a try without an answer: 1, 2, 4, 8 and 8 seconds, each a quarter longer or shorter so that the phones
 * behind a mast that was away don't all come back at once. A device that says it is offline uses none of these up.
 * @param chance evenly from 0 to 1
 * @returns null when the person has to press Submit again
 */
export function backoff(
  { retries, pausedMs, elapsedMs }: SoFar,
  { isOnline, retryAfterMs = 0, chance }: { isOnline: boolean; retryAfterMs?: number; chance: number },
): Wait | null {
  if (!isOnline) return mayTry(elapsedMs) ? { why: 'offline', ms: OFFLINE_MS } : null
  if (retryAfterMs > LONGEST_RETRY_AFTER_MS) return null
  const even = Math.min(FIRST_MS * 2 ** retries, LONGEST_MS)
  const ms = Math.max(Math.round(even * (0.75 + chance / 2)), retryAfterMs)
  return pausedMs + ms <= PATIENCE_MS && mayTry(elapsedMs + ms) ? { why: 'poor', ms } : null
}
