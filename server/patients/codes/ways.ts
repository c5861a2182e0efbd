import type { Pool } from 'pg'
import { type ContactKind, comparableEmail } from '../../../domain/contact.ts'
import { TRIES } from './challenges.ts'

/** A live request by a patient, as the worker needs it. */
export type CodeRequest = {
  kind: ContactKind
  createdAt: Date
  firstName: string
  /**
   * Empty where the record has none, or one that the patient filled in, which is unproven. The earlier one, while a
   * correction by the desk does not apply yet.
   */
  email: string
  /** In the form E.164; null in the same cases. */
  phone: string | null
  /** The requested language; see `offeredLanguage`. */
  language: string
  /** Keyed hash of who asked (`customerMark`). */
  caller: string
}

/** The patient behind a challenge, now; null when there is none, or the code is no longer usable. */
export async function readRequest(
  db: Pick<Pool, 'query'>,
  challengeId: string,
  now: Date,
): Promise<CodeRequest | null> {
  const { rows } = await db.query(
    `SELECT split_part(c.contact_key, ':', 1) AS kind, c.created_at AS "createdAt", c.language, coalesce(c.caller, '') AS caller,
       p.first_name AS "firstName", coalesce(p.phone_codes, p.phone_e164) AS phone,
       coalesce(p.email_codes, CASE WHEN p.email_key = '' THEN '' ELSE p.email END) AS email
     FROM challenges c JOIN patients p ON p.id = c.patient_id AND p.verified
     WHERE c.id = $1 AND c.kind = 'code' AND c.used_at IS NULL AND c.tries < ${TRIES} AND c.expires_at > $2`,
    [challengeId, now],
  )
  return rows[0] ?? null
}

/** `key` is the one form of all spellings of the destination. */
export type Way = { by: 'mail' | 'sms'; to: string; key: string }

/**
 * Where a code goes, the first way first: to what was typed; by clinic id to the email, or to the phone where there is
 * none (specification, section 7). A phone that cannot be reached is no reason to fail where an email is known.
 */
export function waysTo({ kind, email, phone }: Pick<CodeRequest, 'kind' | 'email' | 'phone'>): Way[] {
  const mail: Way[] = email === '' ? [] : [{ by: 'mail', to: email, key: comparableEmail(email) }]
  const sms: Way[] = phone === null ? [] : [{ by: 'sms', to: phone, key: phone }]
  if (kind === 'email') return mail
  if (kind === 'phone') return [...sms, ...mail]
  return mail.length > 0 ? mail : sms
}
