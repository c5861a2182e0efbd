import type { Pool } from 'pg'
import { type About, JOBS_ABOUT } from './about-person.ts'

/** Others who can be reached by the same address or number, by what a message to them is known. */
export type Sharing = { isShared: boolean; references: string[]; jobIds: string[] }

/** A family, or the records of a visitor's other bookings. */
export async function sharingWith(
  db: Pick<Pool, 'query'>,
  { patientIds, emails, phones }: Pick<About, 'patientIds' | 'emails' | 'phones'>,
): Promise<Sharing> {
  const { rows: people } = await db.query(
    `SELECT id FROM patients WHERE id <> ALL($1) AND (email_key = ANY($2) OR lower(trim(email)) = ANY($2)
       OR phone_e164 = ANY($3) OR phone_e164 IS NULL AND ltrim(phone_digits) = ANY($3))`,
    [patientIds, emails, phones],
  )
  const ids = people.map(({ id }) => id)
  const { rows: appointments } = await db.query(
    'SELECT id, reference FROM appointments WHERE patient_id = ANY($1)',
    [ids],
  )
  const { rows: challenges } = await db.query('SELECT id FROM challenges WHERE patient_id = ANY($1)', [ids])
  const { rows: jobs } = await db.query(`SELECT id FROM pgboss.job WHERE ${JOBS_ABOUT}`, [
    appointments.map(({ id }) => id),
    challenges.map(({ id }) => id),
  ])
  return {
    isShared: ids.length > 0,
    references: appointments.map(({ reference }) => reference),
    jobIds: jobs.map(({ id }) => id),
  }
}
