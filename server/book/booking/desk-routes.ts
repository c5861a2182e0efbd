import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { type Appointment, AppointmentsAnswer, WithoutOutcomeQuery } from '../../../contract/appointments.ts'
import { IdempotencyKey } from '../../../contract/booking.ts'
import { MessagesAskedAnswer } from '../../../contract/closures.ts'
import {
  BookAtDesk,
  BookedAtDeskAnswer,
  BookSeries,
  RunningLate,
  RunningLateAnswer,
  SeriesAnswer,
  TellRunningLate,
} from '../../../contract/desk.ts'
import { RANGE_DAYS } from '../../../contract/lists.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, daysBetween } from '../../../domain/clinic-time.ts'
import { type Reach, reaches } from '../../../domain/rights.ts'
import { doctorsFor } from '../../../domain/services.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import { wireNames } from '../../accounts/auth/staff-user.ts'
import { queueVisitNotes, VISIT_NOTES_LIMIT } from '../../messages/jobs/visit-notes.ts'
import { answers } from '../../platform/http/answer.ts'
import { knownLocation } from '../../platform/http/clinic-codes.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { KEY_REUSED } from '../../platform/http/first-answer.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { ListContext } from '../list/context.ts'
import { listedLocation } from '../list/routes.ts'
import { runningLate } from '../list/running-late.ts'
import { visitsWithoutOutcome } from '../list/without-outcome.ts'
import { asAppointment } from '../visits/appointment-row.ts'
import { timeConflict } from '../visits/time-conflict.ts'
import { bookAtDesk, type DeskOutcome } from './desk.ts'
import { DESK_TRIES } from './routes.ts'
import { bookSeries } from './series.ts'

const Headers = v.object({ 'idempotency-key': v.optional(IdempotencyKey) })

/** Bookings by the desk alone: without a wizard's questions and limits, on its own grid, walk-ins too. */
export function deskRoutes(context: ListContext) {
  return new Hono()
    .route('/', deskBookingRoutes(context))
    .route('/', runningLateRoutes(context))
    .route('/', withoutOutcomeRoute(context))
}

function deskBookingRoutes(context: ListContext) {
  const { pool, bookingPool, blockers, totals, events, clinic, now, allow, limits, trail } = context
  const tries = createLimit({ pool, ...DESK_TRIES, enabled: limits })

  /** The row of the first answer. @throws HttpFailure what it is in conflict with */
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

function runningLateRoutes({ pool, clinic, now, allow, limits, trail }: ListContext) {
  const notes = createLimit({ pool, ...VISIT_NOTES_LIMIT, enabled: limits })

  return new Hono()
    .post(
      '/appointments/late',
      describeRoute({
        summary: 'Whom to call where a doctor is running late today',
        description:
          'Those who are still to come to this doctor today and are not there yet, the next one first, each with when they ' +
          'are likely to begin and a text in their language. Nothing is sent.',
        tags: ['Appointments'],
        responses: answers(200, RunningLateAnswer, [400, 401, 403, 413, 503]),
      }),
      allow.to('book.write'),
      parsed('json', RunningLate),
      async (c) => {
        const { location: text, doctorId, minutes } = c.req.valid('json')
        const { location, doctor } = lateDoctor(clinic, { text, doctorId }, c.var.reach)
        const data = await runningLate(pool, { location, doctor, minutes }, { clinic, now: now() })
        const question = { list: 'late', doctor: doctorId }
        await trail.listed(c, { location: location.code, question, ids: data.map(({ id }) => id) })
        return c.json({ success: true as const, data }, 200)
      },
    )
    .post(
      '/appointments/late/messages',
      describeRoute({
        summary: 'Tell patients that a doctor is running late today',
        description:
          'A mail or SMS to those of the list who are named, unless that is what they heard last. Who is there already, has no ' +
          'contact, or was told of five delays of this visit gets none.',
        tags: ['Appointments'],
        responses: answers(200, MessagesAskedAnswer, [400, 401, 403, 413, 429, 503]),
      }),
      allow.to('book.write'),
      parsed('json', TellRunningLate),
      async (c) => {
        const { location: text, doctorId, minutes, ids } = c.req.valid('json')
        const { location, doctor } = lateDoctor(clinic, { text, doctorId }, c.var.reach)
        const staffId = c.var.staff.id
        await notes.use(staffId)
        const late = await runningLate(pool, { location, doctor, minutes }, { clinic, now: now() })
        const told = await queueVisitNotes(pool, {
          note: { about: 'late', minutes },
          step: `${minutes}`,
          appointmentIds: late
            .filter(({ id, reachable }) => reachable && ids.includes(id))
            .map(({ id }) => id),
          staffId,
          now: now(),
          entry: { action: 'appointments.told_late', subject: { kind: 'doctor', id: doctorId } },
        })
        return c.json({ success: true as const, data: { ids: told } }, 200)
      },
    )
}

/** @throws HttpFailure 400 for a location or doctor that the clinic does not have, 403 outside of one's reach */
function lateDoctor(clinic: Clinic, { text, doctorId }: { text: string; doctorId: string }, reach: Reach) {
  const location = knownLocation(clinic, text)
  if (!reaches(reach, location.code)) throw new HttpFailure('forbidden', NOT_ALLOWED)
  const doctor = doctorsFor(clinic, location.code).find(({ id }) => id === doctorId)
  if (!doctor) throw invalidInput({ doctorId: 'doctor_unknown' })
  return { location, doctor }
}

function withoutOutcomeRoute({ pool, blockers, clinic, now, allow, trail }: ListContext) {
  return new Hono().get(
    '/appointments/without-outcome',
    describeRoute({
      summary: 'Visits that are over and of which nobody has said what became of them',
      description: "Today's first, then those of the days before.",
      tags: ['Appointments'],
      responses: answers(200, AppointmentsAnswer, [400, 401, 403, 503]),
    }),
    allow.to('visit.write'),
    parsed('query', WithoutOutcomeQuery),
    async (c) => {
      const { location: text, from: day, page, limit } = c.req.valid('query')
      const { reach } = c.var
      const location = listedLocation(clinic, text, reach)
      const today = clinicDate(now(), clinic.timeZone)
      const from = day === '' ? today : day
      if (daysBetween(from, today) >= RANGE_DAYS) throw invalidInput({ from: 'date_invalid' })
      const question = { location, from, page, limit }
      const { rows, total } = await visitsWithoutOutcome({ pool, blockers }, question, {
        clinic,
        reach,
        now: now(),
      })
      const asked = { list: 'without outcome', from, page, limit }
      await trail.listed(c, { location, question: asked, ids: rows.map(({ id }) => id) })
      return pageAnswer(c, rows, { page, limit, total })
    },
  )
}
