import type { Pool } from 'pg'
import { type Reach, reachesVisit } from '../../../domain/rights.ts'
import { STORED_COLUMNS, STORED_JOINS, type StoredAppointment } from './appointment-row.ts'
import type { Person } from './person.ts'

type PeriodQuery = {
  /** One that does not count. */
  id: string | null
  startsAt: Date
  endsAt: Date
  /** Null: of all doctors. */
  doctorIds: readonly string[] | null
  /** Left out: anyone. */
  person?: Person
}

/** More than a doctor has at once; a page shows one or two. */
const MOST = 20

/**
 * The appointments that take a time, in order; of one person, as the booking function knows them, those that one's
 * right reaches.
 */
export async function visitsAt(
  pool: Pick<Pool, 'query'>,
  { id, startsAt, endsAt, doctorIds, person }: PeriodQuery,
  reach: Reach,
): Promise<StoredAppointment[]> {
  const visitor = person?.kind === 'visitor' ? person : null
  const { rows } = await pool.query<StoredAppointment>(
    `WITH me AS (
       SELECT id, nullif(email_key, '') AS email_key, phone_e164, first_name || ' ' || last_name || ' ' || middle_name AS name
       FROM patients WHERE id = $5::uuid
       UNION ALL SELECT NULL, nullif($6, ''), $7, $8 WHERE $8::text IS NOT NULL)
     SELECT ${STORED_COLUMNS} FROM appointments a ${STORED_JOINS}
     WHERE a.takes_time AND a.starts_at < $2 AND a.ends_at > $1 AND a.starts_at > $1::timestamptz - interval '4 hours'
       AND a.id IS DISTINCT FROM $3::uuid AND ($4::text[] IS NULL OR a.doctor_id = ANY ($4))
       AND ($9::boolean OR EXISTS (
         SELECT FROM me WHERE p.id = me.id
           OR (p.email_key = me.email_key OR p.phone_e164 = me.phone_e164)
             AND comparable_words(p.first_name || ' ' || p.last_name || ' ' || p.middle_name) = comparable_words(me.name)))
     ORDER BY a.starts_at, a.id LIMIT ${MOST}`,
    [
      startsAt,
      endsAt,
      id,
      doctorIds,
      person?.kind === 'patient' ? person.id : null,
      visitor?.emailKey,
      visitor?.phoneE164,
      visitor && `${visitor.firstName} ${visitor.lastName}`,
      person === undefined,
    ],
  )
  return rows.filter((row) => reachesVisit(reach, row))
}
