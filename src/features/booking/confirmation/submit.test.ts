import { describe, expect, it } from 'vitest'
import type { bookAppointment } from '../../../api/appointments.ts'
import { ApiError } from '../../../http/api-error.ts'
import { bodyOf } from '../state/idempotency.fixture.ts'
import { sendBooking } from './submit.ts'

const booked = { reference: 'PTKC3TTX', appointment_date: '2030-03-04T09:30:00+01:00', duration: 30 }
const answer = { booked, message: 'Success!' }
const reused = new ApiError('http', { status: 409, code: 'key_reused' })
const lost = new ApiError('network')

/** A server that answers each body by its surname; it notes what it was sent. */
function server(answers: Record<string, typeof answer | ApiError>) {
  const sent: string[] = []
  const book: typeof bookAppointment = async (body, key) => {
    sent.push(`${key} ${body.surname}`)
    const found = answers[body.surname]
    if (found instanceof ApiError) throw found
    return found ?? answer
  }
  return { book, sent }
}
const attempt = (...names: string[]) => ({
  key: 'k',
  bodies: names.map(bodyOf),
  state: 'unanswered' as const,
})

describe('a booking', () => {
  it('is sent once when it is taken', async () => {
    const { book, sent } = server({})
    expect(await sendBooking(attempt('a'), book)).toMatchObject({ kind: 'booked', earlier: false, ...answer })
    expect(sent).toEqual(['k a'])
  })

  it('fails with the error when it is not', async () => {
    const { book } = server({ a: lost })
    expect(await sendBooking(attempt('a'), book)).toEqual({ kind: 'failed', error: lost })
  })

  it('brings the answer of an earlier try that had arrived', async () => {
    const { book, sent } = server({ c: reused, b: reused })
    const outcome = await sendBooking(attempt('a', 'b', 'c'), book)
    expect(outcome).toMatchObject({ kind: 'booked', earlier: true, body: { surname: 'a' }, booked })
    expect(sent).toEqual(['k c', 'k b', 'k a'])
  })

  it('says that the line is gone when the earlier try cannot be asked for', async () => {
    const { book } = server({ b: reused, a: lost })
    expect(await sendBooking(attempt('a', 'b'), book)).toEqual({ kind: 'failed', error: lost })
  })
})
