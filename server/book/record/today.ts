import type { Pool } from 'pg'
import { type PatientHit, TODAY_PATIENTS } from '../../../contract/patients.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { NOBODY } from '../../../domain/nobody.ts'
import type { Reach } from '../../../domain/rights.ts'
import { asHit, dayAround, HIT_COLUMNS, type HitRow, visitsOfHit } from '../../patients/records/search.ts'

/**
 * Today's patients, within reach: the earliest appointment first, each record once, a merged visitor's as the
 * patient's.
 * @returns the patients, and the ids of the appointments that name them
 */
export async function patientsOfToday(
  pool: Pick<Pool, 'query'>,
  { clinic, reach, now }: { clinic: Pick<Clinic, 'timeZone'>; reach: Reach; now: Date },
): Promise<{ hits: PatientHit[]; appointments: string[] }> {
  const { from, to } = dayAround(now, clinic.timeZone)
  const { rows } = await pool.query<HitRow & { appointment: string }>(
    `WITH coming AS (
       SELECT DISTINCT ON (coalesce(p.joined_to, p.id)) coalesce(p.joined_to, p.id) AS id, own.id AS appointment, own.starts_at
       FROM appointments own JOIN patients p ON p.id = own.patient_id
       WHERE own.starts_at >= $2 AND own.starts_at < $3 AND own.status <> 'cancelled' AND p.id <> $1
         AND ($5::text[] IS NULL OR own.location = ANY ($5)) AND ($6::text IS NULL OR own.doctor_id = $6)
       ORDER BY coalesce(p.joined_to, p.id), own.starts_at, own.id
     )
     SELECT ${HIT_COLUMNS}, coming.appointment, visit.latest AS "lastVisit", visit.next AS "nextVisit",
       coming.starts_at AS today, visit.missed AS "noShows"
     FROM (SELECT * FROM coming ORDER BY starts_at, id LIMIT ${TODAY_PATIENTS}) AS coming JOIN patients p ON p.id = coming.id,
       ${visitsOfHit(['$4', '$2', '$3'])}
     ORDER BY coming.starts_at, "lastName", "firstName", p.id`,
    [NOBODY, from, to, now, reach.locations, reach.doctorId],
  )
  return {
    hits: rows.map((row) => asHit(row, clinic.timeZone)),
    appointments: rows.map(({ appointment }) => appointment),
  }
}
