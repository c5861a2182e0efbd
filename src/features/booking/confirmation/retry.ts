import type { bookAppointment } from '../../../api/appointments.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Trouble } from '../state/booking-state.ts'
import { type Attempt, refusedAttempt } from '../state/idempotency.ts'
import { backoff, hasNoAnswer, mayTry, type SoFar, type Wait } from './backoff.ts'
import { type Sent, sendBooking } from './submit.ts'

/** Parts of the device that retries need. */
export type Device = {
  /** Milliseconds since 1970. */
  now(): number
  isOnline(): boolean
  /** Evenly from 0 to 1. */
  chance(): number
  /** Waits so many milliseconds, less when the connection comes back; ends at once when `signal` does. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

type Parts = {
  book: typeof bookAppointment
  device: Device
  /** Ends the retries, when the page is left. */
  signal: AbortSignal
  /** Called before each pause. */
  onTrouble(why: Trouble): void
}

/**
 * Result of a booking, and whether an attempt before the last got no answer: then the last one's refusal does not
 * speak for all (`idempotency.ts`).
 */
export type Tried = Sent & { lostOne: boolean }

/**
 * Sends a booking until there is a definite answer, always under the one key of its attempt: however many of the tries
 * arrive, it is booked once. It gives up after a while (`backoff.ts`), and when `signal` says so.
 */
export async function retryBooking(
  attempt: Attempt,
  { book, device, signal, onTrouble }: Parts,
): Promise<Tried> {
  const start = device.now()
  const elapsed = () => device.now() - start
  let tried: SoFar = { retries: 0, pausedMs: 0, elapsedMs: 0 }
  let lostOne = false
  for (;;) {
    const sent = await sendBooking(attempt, book)
    if (sent.kind === 'booked' || signal.aborted || !hasNoAnswer(sent.error)) return { ...sent, lostOne }
    const wait = backoff(
      { ...tried, elapsedMs: elapsed() },
      {
        isOnline: device.isOnline(),
        retryAfterMs: sent.error instanceof ApiError ? sent.error.retryAfterMs : undefined,
        chance: device.chance(),
      },
    )
    if (!wait) return { ...sent, lostOne }
    onTrouble(wait.why)
    await device.wait(wait.ms, signal)
    if (signal.aborted || !mayTry(elapsed())) return { ...sent, lostOne }
    tried = after(tried, wait)
    lostOne = true
  }
}

function after(tried: SoFar, { why, ms }: Wait): SoFar {
  if (why === 'offline') return tried
  return { ...tried, retries: tried.retries + 1, pausedMs: tried.pausedMs + ms }
}

/** The attempt as stored after all retries failed. @param previous attempt stored before it was sent */
export function attemptAfter(
  previous: Attempt | null,
  sent: Attempt,
  { error, lostOne }: { error: unknown; lostOne: boolean },
): Attempt {
  if (!(error instanceof ApiError) || !error.isRefusal) return sent
  return refusedAttempt(lostOne ? sent : previous, sent, error.code)
}
