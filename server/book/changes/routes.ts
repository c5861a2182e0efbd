import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import {
  type Appointment,
  AppointmentDetailsAnswer,
  ChangeAppointment,
  ChangedAppointmentAnswer,
} from '../../../contract/appointments.ts'
import { IdempotencyKey } from '../../../contract/booking.ts'
import { IdParam, IfMatch } from '../../../contract/versions.ts'
import { reachWithin } from '../../../domain/rights.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { KEY_REUSED } from '../../platform/http/first-answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { ListContext } from '../list/context.ts'
import { asAppointment, type StoredAppointment } from '../visits/appointment-row.ts'
import { timeConflict } from '../visits/time-conflict.ts'
import { type Changer, changeAppointment } from './change.ts'
import { appointmentDetails } from './details.ts'
import { type Move, moveAppointment } from './move.ts'
import { changeVisit } from './visit.ts'

const TAGS = ['Appointments']
const UNKNOWN = "This appointment doesn't exist."
/** One every 6 seconds: more than a desk drags, and far less than what a stolen session could do. */
const MOVES_PER_HOUR = 600
const Headers = v.object({ ...IfMatch.entries, 'idempotency-key': v.optional(IdempotencyKey) })

const CONFLICTS = {
  stale_version: 'Someone else just changed this appointment.',
  already_cancelled: 'This appointment has already been cancelled.',
  already_begun: "This appointment has already started and can't be cancelled.",
  visit_state: "This appointment can't be changed to that status now.",
} as const

/** One appointment: its details and its changes. One outside the right's reach does not exist. */
export function appointmentChangeRoutes(context: ListContext) {
  const { pool, blockers, totals, clinic, now, allow, trail } = context
  const move = createMove(context)

  return new Hono()
    .get(
      '/appointments/:id',
      describeRoute({
        summary: 'An appointment with what is known of the patient and what has been done',
        tags: TAGS,
        responses: answers(200, AppointmentDetailsAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('book.read'),
      parsed('param', IdParam),
      async (c) => {
        const moment = { blockers: await blockers.latest(), now: now() }
        const details = await appointmentDetails(pool, c.req.valid('param').id, clinic, {
          ...moment,
          reach: c.var.reach,
        })
        if (!details) throw new HttpFailure('not_found', UNKNOWN)
        await trail.opened(c, { appointment: details.data.id, patient: details.patientId })
        return c.json({ success: true as const, data: details.data }, 200)
      },
    )
    .patch(
      '/appointments/:id',
      describeRoute({
        summary: 'Confirm, reopen, cancel, move or receive an appointment',
        description:
          '`isOpen` false confirms it, true reopens it; `status` `cancelled` cancels it for good, which tells the ' +
          'patient by mail and lets others book its time. `visit` says what becomes of it on its day: `arrived`, ' +
          '`in_chair`, `done` (the rest of its time is free again) or `no_show` (all of it is); the state before the ' +
          'last press takes that back, until midnight. `move` takes it to another time, place, doctor or length, on a grid ' +
          'of five minutes, before anything has become of it; the patient is told a minute later, unless `notify` is false. ' +
          'A time that is taken is a 409 `slot_taken` with the nearest free ones; `override`, with a reason for its ' +
          'history, goes over closed hours and blockers (`override_needed`) and beside the same person ' +
          '(`same_person_same_time`) as far as its `over` names them, never over another visit. `undo` takes the last move back: to where it was then, with the ' +
          'override that was there, and only what has come there since is asked about. The same Idempotency-Key brings the first answer of a move again. With If-Match only the version that was read; without it ' +
          'the last change wins. `data` of a 409 is the appointment as it is; where a press that is taken back needs ' +
          'time that others have, it is who has it (`slot_taken`). `visit` asks the right `visit.write`, all else `book.write`.',
        tags: TAGS,
        responses: answers(200, ChangedAppointmentAnswer, [400, 401, 403, 404, 409, 413, 429, 503]),
      }),
      allow.to('visit.write'),
      parsed('param', IdParam),
      parsed('header', Headers),
      parsed('json', ChangeAppointment),
      async (c) => {
        const version = c.req.valid('header')['if-match'] ?? null
        const change = c.req.valid('json')
        const { staff, session } = c.var
        const reach =
          change.change === 'visit' ? c.var.reach : reachWithin(staff, 'book.write', session.withinLocations)
        if (reach === null) throw new HttpFailure('forbidden', NOT_ALLOWED)
        const { id } = c.req.valid('param')
        if (change.change === 'move') {
          const key = c.req.valid('header')['idempotency-key'] ?? randomUUID()
          const changer = { staffId: c.var.staff.id, reach, now: now() }
          const data = await move(c, { id, version, key, change }, changer)
          return c.json({ success: true as const, data }, 200)
        }
        // Queried before the change: a stored change must not be answered with a failure.
        const moment = { timeZone: clinic.timeZone, blockers: await blockers.latest(), now: now() }
        const by = { staffId: c.var.staff.id, reach, ...moment }
        const outcome = await (change.change === 'visit'
          ? changeVisit(pool, id, version, change, by)
          : changeAppointment(pool, id, version, change, by))
        if (outcome.kind === 'done') totals.forget()
        if (outcome.kind === 'unknown') throw new HttpFailure('not_found', UNKNOWN)
        const data = asAppointment(outcome.appointment, moment)
        // Also when it is refused, since the answer to a change shows the appointment.
        await trail.opened(c, { appointment: data.id, patient: outcome.appointment.patientId })
        if (outcome.kind === 'slot_taken') {
          throw await timeConflict({ c, trail }, { ...outcome, nearest: [] }, (stored) =>
            asAppointment(stored, moment),
          )
        }
        if (outcome.kind !== 'done') throw new HttpFailure(outcome.kind, CONFLICTS[outcome.kind], { data })
        return c.json({ success: true as const, data }, 200)
      },
    )
}

type MoveRequest = { id: string; version: number | null; key: string; change: Move }

/** Moves as the desk calls them. */
function createMove(context: ListContext) {
  const { pool, bookingPool, blockers, totals, events, clinic, limits, trail } = context
  const moves = createLimit({
    pool,
    name: 'appointment-moves',
    uses: MOVES_PER_HOUR,
    perSeconds: 3_600,
    message: "You've moved a lot of appointments. Please continue in {minutes} minutes.",
    enabled: limits,
  })

  /** @returns the appointment as the first try of this key has answered it */
  return async function move(c: Context, request: MoveRequest, changer: Changer): Promise<Appointment> {
    await moves.use(changer.staffId)
    const parts = { pool: bookingPool, blockers, clinic }
    const outcome = await moveAppointment(parts, request, changer)
    if (outcome.kind === 'moved') {
      totals.forget()
      const { id, version, user } = outcome.answer
      const { location: before, doctorId: left } = outcome.from
      for (const location of new Set([before, user.location])) {
        events.announce({ type: 'appointment', change: 'changed', id, location, version, left })
      }
      await trail.opened(c, { appointment: id, patient: outcome.patientId })
      return outcome.answer
    }
    if (outcome.kind === 'repeated') {
      await trail.opened(c, { appointment: outcome.answer.id })
      return outcome.answer
    }
    if (outcome.kind === 'key_reused') throw new HttpFailure('key_reused', KEY_REUSED)
    if (outcome.kind === 'unknown') throw new HttpFailure('not_found', UNKNOWN)
    const moment = { timeZone: clinic.timeZone, blockers: await blockers.latest(), now: changer.now }
    const rowOf = (stored: StoredAppointment) => asAppointment(stored, moment)
    const data = rowOf(outcome.appointment)
    await trail.opened(c, { appointment: data.id, patient: outcome.appointment.patientId })
    switch (outcome.kind) {
      case 'done':
        return data
      case 'slot_taken':
      case 'override_needed':
      case 'same_person_same_time':
        throw await timeConflict({ c, trail }, outcome, rowOf)
      default:
        throw new HttpFailure(outcome.kind, CONFLICTS[outcome.kind], { data })
    }
  }
}
