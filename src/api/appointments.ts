import { type BookAppointmentWire, type Booked, BookedAnswer } from '../../contract/booking.ts'
import { browserId } from '../device/browser-id.ts'
import { callWithProof } from '../http/call-with-proof.ts'
import { CHANGE_TIMEOUT_MS } from '../http/client.ts'

/** Answer of a booking: the appointment and the server's sentence about it. */
type BookingAnswer = { booked: Booked; message: string | undefined }

/**
 * Books an appointment. The same key with the same body books once, however often it is sent.
 * @param token a verified patient's: then it is that patient who books, whatever the body says
 * @param onProof called when this device begins to search for a proof of work, which the server has asked for
 * @param signal ends the call; whether it was carried out is unknown then
 * @throws ApiError; `slot_taken`, `key_reused` and the other codes are in contract/envelope.ts. The abort reason
 *   when `signal` ended the call.
 */
export async function bookAppointment(
  body: BookAppointmentWire,
  idempotencyKey: string,
  { token, signal, onProof }: { token?: string; signal?: AbortSignal; onProof?: () => void } = {},
): Promise<BookingAnswer> {
  const browser = token === undefined ? browserId() : undefined
  const { data, message } = await callWithProof(
    BookedAnswer,
    {
      method: 'POST',
      path: '/appointments/book',
      // Not with the draft, where no token is stored.
      body: { ...body, token: token ?? null },
      headers: { 'Idempotency-Key': idempotencyKey, ...(browser && { 'Enamel-Browser': browser }) },
      token,
      signal,
      timeoutMs: CHANGE_TIMEOUT_MS,
    },
    onProof,
  )
  return { booked: data, message }
}
