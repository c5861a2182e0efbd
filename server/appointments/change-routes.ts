import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  AppointmentDetailsAnswer,
  ChangeAppointment,
  ChangedAppointmentAnswer,
} from '../../contract/appointments.ts'
import { IdParam, IfMatch } from '../../contract/versions.ts'
import { reachOf } from '../../domain/rights.ts'
import { readTrail } from '../audit/reads.ts'
import type { AppContext } from '../context.ts'
import { answers } from '../http/answer.ts'
import { NOT_ALLOWED } from '../http/bearer.ts'
import { HttpFailure, invalidInput } from '../http/failure.ts'
import { parsed } from '../http/validate.ts'
import { changeAppointment } from './change.ts'
import { appointmentDetails } from './details.ts'
import { asAppointment } from './stored.ts'
import { changeVisit } from './visit.ts'

const TAGS = ['Appointments']
const UNKNOWN = 'This appointment is not there.'
const CONFLICTS = {
  stale_version: 'Someone else has changed this appointment in the meantime.',
  already_cancelled: 'This appointment has been cancelled already.',
  already_begun: 'This appointment has begun and can no longer be cancelled.',
  visit_state: 'This visit cannot be brought to that state now.',
  slot_taken: 'Its time has been given to somebody else in the meantime.',
} as const

/** One appointment: what is known of it, and its changes. One that a right does not reach is not there. */
export function appointmentChangeRoutes({ pool, blockers, totals, clinic, log, now, allow }: AppContext) {
  const trail = readTrail({ pool, log, timeZone: clinic.timeZone, now })

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
        summary: 'Confirm, reopen, cancel or receive an appointment',
        description:
          '`isOpen` false confirms it, true reopens it; `status` `cancelled` cancels it for good, which tells the ' +
          'patient by mail and lets others book its time. `visit` says what becomes of it on its day: `arrived`, ' +
          '`in_chair`, `done` (the rest of its time is free again) or `no_show` (all of it is); the state before the ' +
          'last press takes that back, until midnight. With If-Match only the version that was read; without it ' +
          'the last change wins. `data` of a 409 is the appointment as it is; where a press that is taken back needs ' +
          'time that others have, it is who has it (`slot_taken`). `visit` asks the right `visit.write`, all else `book.write`.',
        tags: TAGS,
        responses: answers(200, ChangedAppointmentAnswer, [400, 401, 403, 404, 409, 413, 503]),
      }),
      allow.to('visit.write'),
      parsed('param', IdParam),
      parsed('header', IfMatch),
      parsed('json', ChangeAppointment),
      async (c) => {
        const version = c.req.valid('header')['if-match'] ?? null
        const change = c.req.valid('json')
        const reach = change.change === 'visit' ? c.var.reach : reachOf(c.var.staff, 'book.write')
        if (reach === null) throw new HttpFailure('forbidden', NOT_ALLOWED)
        if (change.change === 'move') throw invalidInput({ move: 'invalid' })
        // Asked for before the change: what is stored must not be answered with a failure.
        const moment = { timeZone: clinic.timeZone, blockers: await blockers.latest(), now: now() }
        const by = { staffId: c.var.staff.id, reach, ...moment }
        const { id } = c.req.valid('param')
        const outcome = await (change.change === 'visit'
          ? changeVisit(pool, id, version, change, by)
          : changeAppointment(pool, id, version, change, by))
        if (outcome.kind === 'done') totals.forget()
        if (outcome.kind === 'unknown') throw new HttpFailure('not_found', UNKNOWN)
        const data = asAppointment(outcome.appointment, moment)
        // Also when it is refused: whoever sends a change has read the appointment by its answer.
        await trail.opened(c, { appointment: data.id, patient: outcome.appointment.patientId })
        if (outcome.kind === 'slot_taken') {
          const takenBy = outcome.takenBy.map((one) => asAppointment(one, moment))
          throw new HttpFailure('slot_taken', CONFLICTS.slot_taken, { data: { nearest: [], takenBy } })
        }
        if (outcome.kind !== 'done') throw new HttpFailure(outcome.kind, CONFLICTS[outcome.kind], { data })
        return c.json({ success: true as const, data }, 200)
      },
    )
}
