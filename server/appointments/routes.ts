import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { BookAppointment, BookedAnswer, IdempotencyKey } from '../../contract/booking.ts'
import type { Context as AppContext } from '../app.ts'
import { answers } from '../http/answer.ts'
import { callerAddress } from '../http/caller.ts'
import { HttpFailure } from '../http/failure.ts'
import { createLimit } from '../http/limits.ts'
import { parsed } from '../http/validate.ts'
import { type BookingOutcome, book, firstAnswer } from './book.ts'
import { hashOf, newBooking } from './new-booking.ts'

const BookingHeaders = v.object({ 'idempotency-key': v.optional(IdempotencyKey) })

const REFUSALS = {
  slot_taken: ['slot_taken', 'This time has just been taken. Please choose another.'],
  key_reused: ['key_reused', 'This request was sent before with other details. Please try again.'],
  too_many_appointments: [
    'too_many_requests',
    'There are already several open appointments for this email or phone number. Please call the clinic.',
  ],
} as const
const DAY_SECONDS = 86_400

export function bookingRoutes({
  pool,
  bookingPool,
  blockers,
  events,
  clinic,
  now,
  allow,
  limits,
  trustedProxies,
}: AppContext) {
  const tries = createLimit({
    pool,
    name: 'booking-tries',
    uses: clinic.booking.triesPerCallerPerHour,
    perSeconds: 3_600,
    message:
      'Too many booking tries from your connection. Please try again in {minutes} minutes, or call the clinic.',
    enabled: limits,
  })
  const openAppointmentsPerContact = limits ? clinic.booking.openAppointmentsPerContact : null

  async function bookRequest(request: BookAppointment, key: string, caller: string): Promise<BookingOutcome> {
    const booking = newBooking(request, key, clinic, now())
    await tries.use(caller)
    const outcome = await book(booking, {
      pool: bookingPool,
      blockers,
      now: now(),
      openAppointmentsPerContact,
    })
    if (outcome.kind === 'repeated') await tries.giveBack(caller)
    if (outcome.kind === 'booked') {
      const { location } = booking
      events.announce({
        type: 'appointment',
        change: 'booked',
        id: outcome.appointmentId,
        location,
        version: 1,
      })
    }
    return outcome
  }

  return new Hono().post(
    '/appointments/book',
    describeRoute({
      summary: 'Book an appointment',
      description:
        'Days and times are clinic time. The same Idempotency-Key with the same body returns the first answer for ' +
        '24 hours and books once; with another body it is refused.',
      tags: ['Booking'],
      responses: answers(201, BookedAnswer, [400, 401, 409, 413, 429, 503]),
    }),
    allow.public,
    parsed('header', BookingHeaders),
    parsed('json', BookAppointment),
    async (c) => {
      const caller = callerAddress(c, trustedProxies)
      const request = c.req.valid('json')
      const key = c.req.valid('header')['idempotency-key'] ?? randomUUID()
      const outcome = await bookRequest(request, key, caller).catch(async (refusal) => {
        // By now the time has passed, or the tries are used up: the first answer holds all the same.
        const first = refusal instanceof HttpFailure && (await firstAnswer(bookingPool, key, hashOf(request)))
        if (first) return first
        throw refusal
      })
      switch (outcome.kind) {
        case 'repeated':
        case 'booked':
          return c.json({ success: true as const, message: 'Success!', data: outcome.answer }, 201)
        default: {
          const [code, message] = REFUSALS[outcome.kind]
          throw new HttpFailure(
            code,
            message,
            code === 'too_many_requests' ? { retryAfter: DAY_SECONDS } : {},
          )
        }
      }
    },
  )
}
