import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { comparableEmail } from '../../../domain/contact.ts'
import { toE164 } from './phone.ts'

/** A record's contacts, by `CONTACT_COLUMNS`. */
export type StoredContact = { email: string; phone: string; phoneE164: string | null }

/** Columns of `patients p` for `contactsOf`. */
export const CONTACT_COLUMNS = 'p.email, p.phone, p.phone_e164 AS "phoneE164"'

/** Comparable forms; null: none, or a number that can have no E.164 form. */
export type Contacts = { email: string | null; sms: string | null }

/**
 * Where messages to a patient go, and whose links and replies count: the present contacts of the record that an appointment
 * was booked under. One-time codes alone go to the contact before a correction for a day (`server/patients/codes/challenges.ts`).
 * @param country ISO 3166 code for a number without a country code: one that a visitor entered is stored as typed
 */
export function contactsOf({ email, phone, phoneE164 }: StoredContact, country: string): Contacts {
  // A number that was stored by older rules counts by those of today.
  return { email: comparableEmail(email) || null, sms: toE164(phoneE164 ?? phone, country) }
}

/** `contactsOf` for an appointment; null for an unknown id. */
export async function contactsOfAppointment(
  db: Pick<Pool, 'query'>,
  appointmentId: string,
  country: string,
): Promise<Contacts | null> {
  const { rows } = await db.query<StoredContact>(
    `SELECT ${CONTACT_COLUMNS} FROM appointments a JOIN patients p ON p.id = a.patient_id WHERE a.id = $1`,
    [appointmentId],
  )
  return rows[0] ? contactsOf(rows[0], country) : null
}

/** Tables of links need to compare contacts, not to know them. */
export const contactHash = (contact: string) => hash('sha256', comparableEmail(contact), 'base64url')

/** Reports whether a link's contact is still one of the record's. */
export function isContactOf(hashed: string | null, stored: StoredContact, country: string): boolean {
  const { email, sms } = contactsOf(stored, country)
  return [email, sms].some((contact) => contact !== null && contactHash(contact) === hashed)
}
