import { type BookAppointmentWire, type Booked, BookedAnswer } from '../../contract/booking.ts'
import { CHANGE_TIMEOUT_MS, call } from '../http/client.ts'

/** What a booking brings: the appointment, and the server's sentence about it. */
type BookingAnswer = { booked: Booked; message: string | undefined }

/**
 * Books an appointment. The same key with the same body books once, however often it is sent.
 * @param token a verified patient's: then it is that patient who books, whatever the body says
 * @param signal ends the call; whether it was carried out is unknown then
 * @throws ApiError; `slot_taken`, `key_reused` and the other codes are in contract/envelope.ts. The abort reason
 *   when `signal` ended the call.
 */
export async function bookAppointment(
  body: BookAppointmentWire,
  idempotencyKey: string,
  { token, signal }: { token?: string; signal?: AbortSignal } = {},
): Promise<BookingAnswer> {
  const { data, message } = await call(BookedAnswer, {
    method: 'POST',
    path: '/appointments/book',
    // Not with the draft, where no token is stored.
    body: { ...body, token: token ?? null },
    headers: { 'Idempotency-Key': idempotencyKey },
    token,
    signal,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return { booked: data, message }
}
