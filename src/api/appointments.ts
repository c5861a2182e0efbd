import { type BookAppointmentWire, type Booked, BookedAnswer } from '../../contract/booking.ts'
import { CHANGE_TIMEOUT_MS, call } from './client.ts'

/**
 * Books an appointment. The same key with the same body books once, however often it is sent.
 * @throws ApiError; `slot_taken`, `key_reused` and the other codes are in contract/envelope.ts.
 */
export async function bookAppointment(body: BookAppointmentWire, idempotencyKey: string): Promise<Booked> {
  const { data } = await call(BookedAnswer, {
    method: 'POST',
    path: '/appointments/book',
    body,
    headers: { 'Idempotency-Key': idempotencyKey },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}
