import type { BookAppointmentWire, Booked } from '../../../../contract/booking.ts'
import type { bookAppointment } from '../../../api/appointments.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Attempt } from '../attempt.ts'

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
  const [latest = '{}', ...earlier] = attempt.bodies.toReversed()
  const first = await send(latest, attempt.key, false, book)
  if (first.kind === 'booked' || !isKeyReused(first.error)) return first
  for (const body of earlier) {
    const again = await send(body, attempt.key, true, book)
    if (again.kind === 'booked' || !isKeyReused(again.error)) return again
  }
  return first
}

async function send(
  text: string,
  key: string,
  earlier: boolean,
  book: typeof bookAppointment,
): Promise<Sent> {
  const body: BookAppointmentWire = JSON.parse(text)
  try {
    return { kind: 'booked', ...(await book(body, key)), body, earlier }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

const isKeyReused = (error: unknown) => error instanceof ApiError && error.code === 'key_reused'
