import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  AppointmentDetailsAnswer,
  ChangeAppointment,
  ChangedAppointmentAnswer,
} from '../../contract/appointments.ts'
import { IdParam, IfMatch } from '../../contract/versions.ts'
import { readTrail } from '../audit/reads.ts'
import type { AppContext } from '../context.ts'
import { answers } from '../http/answer.ts'
import { HttpFailure } from '../http/failure.ts'
import { parsed } from '../http/validate.ts'
import { changeAppointment } from './change.ts'
import { appointmentDetails } from './details.ts'
import { asAppointment } from './stored.ts'

const TAGS = ['Appointments']
const UNKNOWN = 'This appointment is not there.'
const CONFLICTS = {
  stale_version: 'Someone else has changed this appointment in the meantime.',
  already_cancelled: 'This appointment has been cancelled already.',
  already_begun: 'This appointment has begun and can no longer be cancelled.',
} as const

/** One appointment: what is known of it, and its changes. One that a right does not reach is not there. */
export function appointmentChangeRoutes({
  pool,
  blockers,
  totals,
  clinic,
  log,
  now,
  allow,
  afterwards,
}: AppContext) {
  const trail = readTrail({ pool, log, timeZone: clinic.timeZone, now, afterwards })

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
        summary: 'Confirm, reopen or cancel an appointment',
        description:
          '`isOpen` false confirms it, true reopens it; `status` `cancelled` cancels it for good, which tells the ' +
          'patient by mail and lets others book its time. With If-Match only the version that was read; without it ' +
          'the last change wins. `data` of a 409 is the appointment as it is.',
        tags: TAGS,
        responses: answers(200, ChangedAppointmentAnswer, [400, 401, 403, 404, 409, 413, 503]),
      }),
      allow.to('book.write'),
      parsed('param', IdParam),
      parsed('header', IfMatch),
      parsed('json', ChangeAppointment),
      async (c) => {
        const version = c.req.valid('header')['if-match'] ?? null
        // Asked for before the change: what is stored must not be answered with a failure.
        const moment = { timeZone: clinic.timeZone, blockers: await blockers.latest(), now: now() }
        const by = { staffId: c.var.staff.id, reach: c.var.reach, now: moment.now }
        const outcome = await changeAppointment(
          pool,
          c.req.valid('param').id,
          version,
          c.req.valid('json'),
          by,
        )
        if (outcome.kind === 'done') totals.forget()
        if (outcome.kind === 'unknown') throw new HttpFailure('not_found', UNKNOWN)
        const data = asAppointment(outcome.appointment, moment)
        // Also when it is refused: whoever sends a change has read the appointment by its answer.
        await trail.opened(c, { appointment: data.id, patient: outcome.appointment.patientId })
        if (outcome.kind !== 'done') throw new HttpFailure(outcome.kind, CONFLICTS[outcome.kind], { data })
        return c.json({ success: true as const, data }, 200)
      },
    )
}
