import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { tokenHash } from '../../accounts/auth/tokens.ts'
import {
  CONTACT_COLUMNS,
  contactHash,
  isContactOf,
  type StoredContact,
} from '../../patients/records/contacts.ts'

type Database = Pick<Pool, 'query'>

/** As long as an SMS can spare, and beyond guessing with limited attempts. */
const TOKEN_BYTES = 16
/** 128 bits in base64url. */
const TOKEN_PATTERN = /^[\w-]{22}$/

type NewLink = {
  appointmentId: string
  /** The message that brings it: a job's id. */
  messageId: string
  /** Its destination: an email address, or a number as E.164. */
  contactKey: string
  now: Date
}

/**
 * Makes a link of its own for each message about an appointment. The sender makes it, so that its token is in the
 * message alone; a retry brings another one, and both are valid.
 * @returns the token, 22 characters
 */
export async function mintVisitLink(
  db: Database,
  { appointmentId, messageId, contactKey, now }: NewLink,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.query({
    name: 'mint-visit-link',
    text: `INSERT INTO visit_links (token_hash, appointment_id, message_id, contact_key, created_at)
      VALUES ($1, $2, $3, $4, $5)`,
    values: [tokenHash(token), appointmentId, messageId, contactHash(contactKey), now],
  })
  return token
}

/**
 * The address that a message shows; both are the same page, and `/v` spares an SMS four letters. The token
 * follows '#', which browsers send to no server, so that no log has it.
 * @param origin without a trailing slash
 */
export function visitLinkAddress(origin: string, token: string, by: 'mail' | 'sms'): string {
  return `${origin}/${by === 'mail' ? 'visit' : 'v'}#${token}`
}

/**
 * The appointment that a link opens. Null for an unknown token, one whose contact is no longer the patient's, and after
 * the appointment's day in clinic time.
 * @param clinic.country for numbers without a country code
 * @returns its id
 */
export async function visitOfLink(
  db: Database,
  token: string,
  { clinic, now }: { clinic: { country: string; timeZone: string }; now: Date },
): Promise<string | null> {
  if (!TOKEN_PATTERN.test(token)) return null
  const { rows } = await db.query<StoredContact & { id: string; contact: string; startsAt: Date }>(
    `SELECT a.id, l.contact_key AS contact, a.starts_at AS "startsAt", ${CONTACT_COLUMNS}
     FROM visit_links l JOIN appointments a ON a.id = l.appointment_id JOIN patients p ON p.id = a.patient_id
     WHERE l.token_hash = $1 AND a.waiting_since IS NULL`,
    [tokenHash(token)],
  )
  const [link] = rows
  if (!link || !isContactOf(link.contact, link, clinic.country)) return null
  const { timeZone } = clinic
  return clinicDate(link.startsAt, timeZone) < clinicDate(now, timeZone) ? null : link.id
}
