import type { Pool } from 'pg'
import type { Appointment } from '../../../contract/appointments.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { toInstant } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import type { Reach } from '../../../domain/rights.ts'
import type { CurrentBlockers } from '../blocked/current.ts'
import {
  asAppointment,
  STORED_COLUMNS,
  STORED_JOINS,
  type StoredAppointment,
} from '../visits/appointment-row.ts'

type Question = {
  /** A code, or 'all'. */
  location: string
  /** The first day, in clinic time. */
  from: string
  page: number
  limit: number
}

/** As `lacksOutcome` of `domain/visits.ts` says. */
const LACKING = `FROM appointments a WHERE a.status IN ('open', 'confirmed')
  AND (a.visit IS NULL OR a.visit IN ('arrived', 'in_chair')) AND a.waiting_since IS NULL
  AND a.starts_at >= $1 AND a.starts_at < $2 AND a.ends_at <= $2
  AND ($3::text[] IS NULL OR a.location = ANY ($3)) AND ($4::text IS NULL OR a.doctor_id = $4)`

/** The last day of the clinic first, a day by time. */
const byDay = (rows: string, zone: string) =>
  `date_trunc('day', ${rows}.starts_at AT TIME ZONE ${zone}) DESC, ${rows}.starts_at, ${rows}.id`

/** Visits that are over without anybody having said what became of them: today's first, then those of the days before. */
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
