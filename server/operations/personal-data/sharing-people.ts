import type { Pool } from 'pg'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { type About, aboutPeople, messageIdsOf } from './about-person.ts'

/** Other people with the same address or number, and the keys of messages to them. */
export type Sharing = { isShared: boolean; references: string[]; jobIds: string[] }

/** SQL condition for sharing a contact. $1: their own ids, $2: emails, $3: phones. */
const SHARING = `id <> ALL($1) AND (email_key = ANY($2) OR lower(trim(email)) = ANY($2)
  OR phone_e164 = ANY($3) OR phone_e164 IS NULL AND ltrim(phone_digits) = ANY($3))`

/**
 * Other records with a contact of these people, as an operator may name them: a request about a person may
 * include those.
 */
export async function callingOthers(pool: Pool, patientIds: readonly string[]): Promise<string[]> {
  return inTransaction(pool, async (client) => {
    const { emails, phones } = await aboutPeople(client, patientIds)
    const { rows } = await client.query<{ called: string }>(
      `SELECT coalesce(clinic_id, (SELECT reference FROM appointments WHERE patient_id = patients.id
                                   ORDER BY starts_at DESC LIMIT 1), id::text) AS called
       FROM patients WHERE ${SHARING} ORDER BY created_at, id`,
      [patientIds, emails, phones],
    )
    return rows.map(({ called }) => called)
  })
}

/** Family members, or records of a visitor's other bookings. */
export async function sharingWith(
  db: Pick<Pool, 'query'>,
  { patientIds, emails, phones }: Pick<About, 'patientIds' | 'emails' | 'phones'>,
): Promise<Sharing> {
  const { rows: people } = await db.query(`SELECT id FROM patients WHERE ${SHARING}`, [
    patientIds,
    emails,
    phones,
  ])
  const ids = people.map(({ id }) => id)
  const { rows: appointments } = await db.query(
    'SELECT id, reference FROM appointments WHERE patient_id = ANY($1)',
    [ids],
  )
  const { rows: challenges } = await db.query('SELECT id FROM challenges WHERE patient_id = ANY($1)', [ids])
  const jobIds = await messageIdsOf(db, {
    appointmentIds: appointments.map(({ id }) => id),
    challengeIds: challenges.map(({ id }) => id),
  })
  return {
    isShared: ids.length > 0,
    references: appointments.map(({ reference }) => reference),
    jobIds,
  }
}
