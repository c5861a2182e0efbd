import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import type { Appointment } from '../../../contract/appointments.ts'
import { IdempotencyKey } from '../../../contract/booking.ts'
import { BookAtDesk, BookedAtDeskAnswer, BookSeries, SeriesAnswer } from '../../../contract/desk.ts'
import { wireNames } from '../../accounts/auth/staff-user.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { KEY_REUSED } from '../../platform/http/first-answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { ListContext } from '../list/context.ts'
import { asAppointment } from '../visits/appointment-row.ts'
import { timeConflict } from '../visits/time-conflict.ts'
import { bookAtDesk, type DeskOutcome } from './desk.ts'
import { DESK_TRIES } from './routes.ts'
import { bookSeries } from './series.ts'

const Headers = v.object({ 'idempotency-key': v.optional(IdempotencyKey) })

/** Bookings by the desk alone: without a wizard's questions and limits, on its own grid, walk-ins too. */
export function deskRoutes(context: ListContext) {
  const { pool, bookingPool, blockers, totals, events, clinic, now, allow, limits, trail } = context
  const tries = createLimit({ pool, ...DESK_TRIES, enabled: limits })

  /** The row of the first answer. @throws HttpFailure its conflict */
  async function answered(c: Context, outcome: DeskOutcome): Promise<Appointment> {
    if (outcome.kind === 'booked') return outcome.answer
    if (outcome.kind === 'repeated') {
      // The answer may go to a colleague of the booker.
      await trail.opened(c, { appointment: outcome.answer.id })
      return outcome.answer
    }
    if (outcome.kind === 'key_reused') throw new HttpFailure('key_reused', KEY_REUSED)
    const moment = { timeZone: clinic.timeZone, blockers: await blockers.latest(), now: now() }
    throw await timeConflict({ c, trail }, outcome, (stored) => asAppointment(stored, moment))
  }

  return new Hono()
    .post(
      '/appointments/desk',
      describeRoute({
        summary: 'Book at the desk',
        description:
          'Days and times are clinic time, on a grid of five minutes; without a day it is today. `patient` is one of the records ' +
          'by its `id`, or names with a phone number or an email address, or without either and `reachable` false. It is ' +
          "confirmed from the start, takes the service's minutes unless `duration` says others, and is under no visitors' limits. " +
          "A `walk_in` without `start_time` gets today's first gap that fits; where there is none, `waiting` says so, and a " +
          'move gives it a time. A time that is taken is a 409 `slot_taken` with the nearest free ones. `override`, with a ' +
          'reason for the history, goes over closed hours and blockers (`override_needed`) and beside the same person ' +
          '(`same_person_same_time`) as far as its `over` names them, never over another visit. The same Idempotency-Key with the same body returns the ' +
          'first answer for 24 hours and books once; with another body it is refused. `notedBy` names who took the request ' +
          'down while there was no connection, by the id of an account; the audit trail names both, and the key is good for ' +
          'every colleague who sends it.',
        tags: ['Appointments'],
        responses: answers(201, BookedAtDeskAnswer, [400, 401, 403, 409, 413, 429, 503]),
      }),
      allow.to('book.write'),
      parsed('header', Headers),
      parsed('json', BookAtDesk),
      async (c) => {
        const { staff, reach } = c.var
        const key = c.req.valid('header')['idempotency-key'] ?? randomUUID()
        await tries.use(staff.id)
        const booker = { staff: { id: staff.id, ...wireNames(staff) }, reach, now: now() }
        const parts = { pool: bookingPool, blockers, clinic }
        const outcome = await bookAtDesk(parts, { request: c.req.valid('json'), key }, booker)
        if (outcome.kind !== 'booked') await tries.giveBack(staff.id)
        const data = await answered(c, outcome)
        if (outcome.kind === 'booked') {
          totals.forget()
          const { id, version, user } = data
          events.announce({ type: 'appointment', change: 'booked', id, location: user.location, version })
        }
        return c.json({ success: true as const, data }, 201)
      },
    )
    .post(
      '/appointments/desk/series',
      describeRoute({
        summary: 'Book a series at the desk: every so many weeks, up to 12 visits',
        description:
          'Each visit is booked as POST /appointments/desk does, at the same time of day. Those that cannot be are in ' +
          '`clashing`, with the nearest free times; nothing of them is stored. The same Idempotency-Key with the same body ' +
          'books each visit once.',
        tags: ['Appointments'],
        responses: answers(201, SeriesAnswer, [400, 401, 403, 409, 413, 429, 503]),
      }),
      allow.to('book.write'),
      parsed('header', Headers),
      parsed('json', BookSeries),
      async (c) => {
        const { staff, reach } = c.var
        const series = c.req.valid('json')
        const key = c.req.valid('header')['idempotency-key'] ?? randomUUID()
        const booker = { staff: { id: staff.id, ...wireNames(staff) }, reach, now: now() }
        const { kind, repeated, ...data } = await bookSeries(
          { pool: bookingPool, blockers, clinic },
          { series, key },
          booker,
          () => tries.use(staff.id),
        )
        if (kind === 'key_reused') throw new HttpFailure('key_reused', KEY_REUSED)
        if (data.booked.length > 0) totals.forget()
        for (const { id, version, user } of data.booked) {
          events.announce({ type: 'appointment', change: 'booked', id, location: user.location, version })
        }
        for (const id of repeated) await trail.opened(c, { appointment: id })
        return c.json({ success: true as const, data }, 201)
      },
    )
}
