import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Pool } from 'pg'
import { QueuedMessagesAnswer } from '../../../contract/closures.ts'
import { type LateVisits, NotifyRunningLate, RunningLate, RunningLateAnswer } from '../../../contract/desk.ts'
import type { Clinic, ClinicLocation, Doctor } from '../../../domain/clinic.ts'
import { addDays, clinicDate, isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { isoLanguage, type LanguageCode, offeredLanguage } from '../../../domain/languages.ts'
import { type PatientName, patientDisplayName } from '../../../domain/patient-name.ts'
import { type Reach, reaches } from '../../../domain/rights.ts'
import { doctorsFor } from '../../../domain/services.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import { queueVisitNotes, VISIT_NOTES_LIMIT } from '../../messages/jobs/visit-notes.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import { answers } from '../../platform/http/answer.ts'
import { knownLocation } from '../../platform/http/clinic-codes.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { spokenTimeOfDay } from '../../platform/text/spoken-time.ts'
import { oneLine } from '../../platform/text/text.ts'
import { textsIn } from '../../platform/text/texts.ts'
import type { ListContext } from './context.ts'

/** The patients of a late doctor, and messages to them. */
export function runningLateRoutes({ pool, clinic, now, allow, limits, trail }: ListContext) {
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
        responses: answers(200, QueuedMessagesAnswer, [400, 401, 403, 413, 429, 503]),
      }),
      allow.to('book.write'),
      parsed('json', NotifyRunningLate),
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

/** More than a doctor sees in a day. */
const MOST = 100

type Row = PatientName & {
  id: string
  reference: string
  startsAt: Date
  phone: string
  phoneE164: string | null
  reachable: boolean
  language: LanguageCode
}

/** Today's remaining patients of a doctor, with a text for each, the next one first. */
export async function runningLate(
  pool: Pick<Pool, 'query'>,
  { location, doctor, minutes }: { location: ClinicLocation; doctor: Doctor; minutes: number },
  { clinic, now }: { clinic: Clinic; now: Date },
): Promise<LateVisits> {
  const { timeZone } = clinic
  const today = clinicDate(now, timeZone)
  const { rows } = await pool.query<Row>({
    name: 'running-late',
    text: `SELECT a.id, a.reference, a.starts_at AS "startsAt", ${NAME_COLUMNS}, p.phone, p.phone_e164 AS "phoneE164",
             a.reachable, a.language
           FROM appointments a JOIN patients p ON p.id = a.patient_id
           WHERE a.doctor_id = $1 AND a.location = $2 AND a.takes_time AND a.visit IS NULL
             AND a.starts_at >= $3 AND a.starts_at < $4 AND a.ends_at > $5
           ORDER BY a.starts_at, a.id LIMIT ${MOST}`,
    values: [
      doctor.id,
      location.code,
      toInstant(today, '00:00', timeZone),
      toInstant(addDays(today, 1), '00:00', timeZone),
      now,
    ],
  })
  return rows.map(({ id, reference, startsAt, phone, phoneE164, reachable, language, ...name }) => {
    const expected = new Date(startsAt.getTime() + minutes * 60_000)
    const texts = textsIn(isoLanguage(offeredLanguage(language, clinic.languages)))
    return {
      id,
      reference,
      appointment_date: isoWithOffset(startsAt, timeZone),
      expected: isoWithOffset(expected, timeZone),
      name: patientDisplayName(name),
      phone_number: phone,
      phone: phoneE164,
      reachable,
      text: texts.say('sms.late', {
        clinic: oneLine(clinic.name),
        doctor: oneLine(doctor.name),
        time: spokenTimeOfDay(startsAt, timeZone, texts),
        expected: spokenTimeOfDay(expected, timeZone, texts),
      }),
    }
  })
}
