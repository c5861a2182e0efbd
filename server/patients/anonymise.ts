import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { FALLBACK_LANGUAGE } from '../../domain/languages.ts'
import { newReference } from '../../domain/reference.ts'

/**
 * The one record that erased appointments are moved to. It is nobody's, so that not even two visits of one person can
 * be told to be theirs. It is stored when it is first needed.
 */
export const NOBODY = '00000000-0000-4000-8000-000000000000'
/** What staff read in place of the name. A stored word and so the same in all languages, like a patient's name. */
const NOBODYS_NAME = 'Erased'

export type Anonymised = { id: string; location: string; version: number }

/**
 * Takes the person out of appointments: what is left is when, where, with whom and for what, so that the diary and the
 * numbers stay true. A mail that someone still has leads nowhere, since the reference is another one.
 * @param appointmentIds locked by the caller, in its transaction
 */
export async function anonymise(
  client: PoolClient,
  appointmentIds: readonly string[],
): Promise<Anonymised[]> {
  if (appointmentIds.length === 0) return []
  await client.query(
    `INSERT INTO patients (id, first_name, last_name, email, phone, email_key, address)
     VALUES ($1, $2, '', '', '', '', '') ON CONFLICT (id) DO NOTHING`,
    [NOBODY, NOBODYS_NAME],
  )
  const { rows } = await client.query<Anonymised>(
    `UPDATE appointments SET patient_id = $3, reference = given.reference, complaint = '', cancel_reason = NULL,
       language = $4, doctor_chosen = false, version = version + 1
     FROM unnest($1::uuid[], $2::text[]) AS given (id, reference) WHERE appointments.id = given.id
     RETURNING appointments.id, location, version`,
    [appointmentIds, appointmentIds.map(() => newReference(randomBytes)), NOBODY, FALLBACK_LANGUAGE],
  )
  return rows
}
