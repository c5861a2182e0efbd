import type { Pool } from 'pg'
import type { About } from './about-person.ts'

/** The references of other people who can be reached by the same address or number: a family, or a visitor's next booking. */
export async function othersReferences(
  db: Pick<Pool, 'query'>,
  { patientIds, emails, phones }: Pick<About, 'patientIds' | 'emails' | 'phones'>,
): Promise<string[]> {
  const { rows } = await db.query(
    `SELECT a.reference FROM patients p JOIN appointments a ON a.patient_id = p.id
     WHERE p.id <> ALL($1) AND (p.email_key = ANY($2) OR lower(trim(p.email)) = ANY($2) OR p.phone_e164 = ANY($3)
       OR p.phone_e164 IS NULL AND ltrim(p.phone_digits) = ANY($3))`,
    [patientIds, emails, phones],
  )
  return rows.map(({ reference }) => reference)
}
