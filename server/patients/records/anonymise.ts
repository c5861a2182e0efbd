import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { FALLBACK_LANGUAGE } from '../../../domain/languages.ts'
import { ERASED_PATIENT_ID } from '../../../domain/nobody.ts'
import { newReference } from '../../../domain/reference.ts'

/** Shown instead of the name. Stored, and so not translated, like a patient's name. */
const NOBODYS_NAME = 'Erased'

export type Anonymised = { id: string; location: string; version: number }

/**
 * Removes the person from appointments and leaves time, place, doctor and service, so that the diary and
 * statistics stay correct. The reference changes, so that old mails lead nowhere.
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
    [ERASED_PATIENT_ID, NOBODYS_NAME],
  )
  for (const table of ['todos', 'messages', 'visit_links', 'waiting_entries', 'recalls', 'incoming_sms']) {
    await client.query(`DELETE FROM ${table} WHERE appointment_id = ANY($1)`, [appointmentIds])
  }
  const { rows } = await client.query<Anonymised>(
    `UPDATE appointments SET patient_id = $3, reference = given.reference, complaint = '', cancel_reason = NULL, override_reasons = '{}',
       language = $4, doctor_chosen = false, preferred_doctor_id = NULL, marks = '{}', caller = NULL, consent_at = NULL, consent_text = NULL, version = version + 1
     FROM unnest($1::uuid[], $2::text[]) AS given (id, reference) WHERE appointments.id = given.id
     RETURNING appointments.id, location, version`,
    [
      appointmentIds,
      appointmentIds.map(() => newReference(randomBytes)),
      ERASED_PATIENT_ID,
      FALLBACK_LANGUAGE,
    ],
  )
  return rows
}
