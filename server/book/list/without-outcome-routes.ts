import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Pool } from 'pg'
import { type Appointment, AppointmentsAnswer, WithoutOutcomeQuery } from '../../../contract/appointments.ts'
import { RANGE_DAYS } from '../../../contract/lists.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, daysBetween, toInstant } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import type { Reach } from '../../../domain/rights.ts'
import { answers } from '../../platform/http/answer.ts'
import { invalidInput } from '../../platform/http/failure.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { CurrentBlockers } from '../blocked/current.ts'
import {
  asAppointment,
  STORED_COLUMNS,
  STORED_JOINS,
  type StoredAppointment,
} from '../visits/appointment-row.ts'
import type { ListContext } from './context.ts'
import { listedLocation } from './routes.ts'

export function withoutOutcomeRoute({ pool, blockers, clinic, now, allow, trail }: ListContext) {
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

type Question = {
  /** A code, or 'all'. */
  location: string
  /** The first day, in clinic time. */
  from: string
  page: number
  limit: number
}

/** As in `lacksOutcome` of `domain/visits.ts`. */
const LACKING = `FROM appointments a WHERE a.status IN ('open', 'confirmed')
  AND (a.visit IS NULL OR a.visit IN ('arrived', 'in_chair')) AND a.waiting_since IS NULL
  AND a.starts_at >= $1 AND a.starts_at < $2 AND a.ends_at <= $2
  AND ($3::text[] IS NULL OR a.location = ANY ($3)) AND ($4::text IS NULL OR a.doctor_id = $4)`

/** The last day of the clinic first, a day by time. */
const byDay = (rows: string, zone: string) =>
  `date_trunc('day', ${rows}.starts_at AT TIME ZONE ${zone}) DESC, ${rows}.starts_at, ${rows}.id`

/** Past appointments without a recorded outcome: today's first, then those of the days before. */
export async function visitsWithoutOutcome(
  { pool, blockers }: { pool: Pick<Pool, 'query'>; blockers: CurrentBlockers },
  { location, from, page, limit }: Question,
  { clinic: { timeZone }, reach, now }: { clinic: Pick<Clinic, 'timeZone'>; reach: Reach; now: Date },
): Promise<{ rows: Appointment[]; total: number }> {
  const places = location === ALL_LOCATIONS ? reach.locations : [location]
  const values = [toInstant(from, '00:00', timeZone), now, places, reach.doctorId]
  const [listed, counted] = await Promise.all([
    pool.query<StoredAppointment>(
      `SELECT ${STORED_COLUMNS} FROM (SELECT a.id, a.starts_at ${LACKING} ORDER BY ${byDay('a', '$7')} LIMIT $5 OFFSET $6) f
       JOIN appointments a ON a.id = f.id ${STORED_JOINS} ORDER BY ${byDay('f', '$7')}`,
      [...values, limit, (page - 1) * limit, timeZone],
    ),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total ${LACKING}`, values),
  ])
  const moment = { timeZone, blockers: await blockers.latest(), now }
  return { rows: listed.rows.map((row) => asAppointment(row, moment)), total: counted.rows[0]?.total ?? 0 }
}
