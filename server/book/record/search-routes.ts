import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  PATIENT_HITS,
  PatientHitsAnswer,
  SearchPatients,
  TODAY_PATIENTS,
} from '../../../contract/patients.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { searchPatients } from '../../patients/records/search.ts'
import { answers } from '../../platform/http/answer.ts'
import { parsed } from '../../platform/http/validate.ts'
import { patientsOfToday } from './today.ts'

/** GET /patients/today: who comes today. POST /patients/search: whom a name, a number or a contact means. */
export function patientSearchRoute({ pool, clinic, now, allow, trail }: AccountsContext) {
  return new Hono()
    .get(
      '/patients/today',
      describeRoute({
        summary: 'The patients who come today, within reach of the right',
        description: `At most ${TODAY_PATIENTS}, the earliest visit first, cancelled ones left out. Read as the day is.`,
        tags: ['Patients'],
        responses: answers(200, PatientHitsAnswer, [401, 403, 503]),
      }),
      allow.to('patients.read'),
      async (c) => {
        const at = now()
        const { hits, appointments } = await patientsOfToday(pool, { clinic, reach: c.var.reach, now: at })
        const day = clinicDate(at, clinic.timeZone)
        const question = { of: 'patients', from: day, to: day }
        await trail.listed(c, { location: ALL_LOCATIONS, question, ids: appointments })
        return c.json({ success: true as const, data: hits }, 200)
      },
    )
    .post(
      '/patients/search',
      describeRoute({
        summary: 'Registered patients and earlier visitors by what is known of them',
        description:
          `At most ${PATIENT_HITS}, the likeliest first, without a count. Beginnings of parts of a name, a part of a phone number of four digits or ` +
          'more, and the beginning of an email address find who has a visit within reach of the right; a whole phone number, ' +
          'email address or clinic id finds everybody, and opens the record for the rest of the day. With a `day` each hit has ' +
          'the times of its visits on it (`onDay`).',
        tags: ['Patients'],
        responses: answers(200, PatientHitsAnswer, [400, 401, 403, 413, 503]),
      }),
      allow.to('patients.read'),
      parsed('json', SearchPatients),
      async (c) => {
        const { search, day } = c.req.valid('json')
        const { hits, exact } = await searchPatients(
          pool,
          { search, day },
          { clinic, reach: c.var.reach, now: now() },
        )
        await trail.found(c, { search, patients: hits.map(({ id }) => id), exact })
        return c.json({ success: true as const, data: hits }, 200)
      },
    )
}
