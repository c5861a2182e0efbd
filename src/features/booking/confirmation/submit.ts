import type { BookAppointmentWire, Booked } from '../../../../contract/booking.ts'
import type { bookAppointment } from '../../../api/appointments.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Attempt } from '../state/idempotency.ts'

export type Sent =
  | {
      kind: 'booked'
      booked: Booked
      message: string | undefined
      body: BookAppointmentWire
      earlier: boolean
    }
  | { kind: 'failed'; error: unknown }

/**
 * Sends a booking. When the server knows the key with other details, an earlier try had arrived although its
 * answer got lost: that one is sent again as it was, which books nothing and brings its answer.
 */
export async function sendBooking(attempt: Attempt, book: typeof bookAppointment): Promise<Sent> {
  let first: unknown
  for (const body of attempt.bodies.toReversed()) {
    const earlier = first !== undefined
    try {
      return { kind: 'booked', ...(await book(body, attempt.key)), body, earlier }
    } catch (error) {
      if (!isKeyReused(error)) return { kind: 'failed', error }
      first ??= error
    }
  }
  return { kind: 'failed', error: first }
}

const isKeyReused = (error: unknown) => error instanceof ApiError && error.code === 'key_reused'
