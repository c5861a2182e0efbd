import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { CODE_SECONDS } from '../../../contract/one-time-codes.ts'
import { type ContactKind, comparableEmail } from '../../../domain/contact.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import { codeHash } from './code.ts'
import type { Contact } from './contact.ts'
import type { Person } from './people.ts'
import { oneTimeCodeJobsFrom } from './queue.ts'

/** Wrong codes that a challenge takes (specification, section 9). */
export const TRIES = 5
/** Minutes in which a name can be chosen, and another code be requested by the same choice. */
const CHOICE_MINUTES = 15

type Database = Pick<Pool, 'query'>
const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)

type NewRequest = {
  contact: Contact
  /** Undefined: no patient has the contact. */
  patientId: string | undefined
  /** Of the message. */
  language: LanguageCode
  /** Keyed hash of the caller (`customerMark`). */
  caller: string
}

const STORE = {
  name: 'store-challenge',
  text: `WITH challenge AS (
      INSERT INTO challenges (id, kind, contact_key, patient_id, language, created_at, expires_at, caller)
      VALUES ($1, 'code', $2, $3, $4, $5, $6, $7) RETURNING id
    ) ${oneTimeCodeJobsFrom('challenge')}`,
}

/**
 * Stores a request for a code and queues its sending, in one statement and the same way for everyone: an unknown
 * contact has a placeholder id.
 * @returns the challenge's id
 */
export async function storeChallenge(
  db: Database,
  { contact, patientId, language, caller }: NewRequest,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const values = [id, contact.key, patientId ?? randomUUID(), language, now, later(now, CODE_SECONDS), caller]
  await db.query({ ...STORE, values })
  return id
}

/**
 * Keeps the names of a family for choosing.
 * @returns the id of each choice, in the order of `people`
 */
export async function storeChoices(
  db: Database,
  contact: Contact,
  people: readonly Person[],
  now: Date,
): Promise<string[]> {
  const ids = people.map(() => randomUUID())
  await db.query(
    `INSERT INTO challenges (id, kind, contact_key, patient_id, created_at, expires_at)
     SELECT id, 'choice', $3, patient_id, $4, $5 FROM unnest($1::uuid[], $2::uuid[]) AS choice (id, patient_id)`,
    [ids, people.map(({ id }) => id), contact.key, now, later(now, CHOICE_MINUTES * 60)],
  )
  return ids
}

/** Gives a challenge its code, unless it is over; one that it had before is worth nothing from here. */
export async function setCode(
  db: Database,
  id: string,
  code: number,
  now: Date,
): Promise<{ isLive: boolean }> {
  const { rowCount } = await db.query(
    `UPDATE challenges SET code_hash = $2 WHERE id = $1 AND kind = 'code' AND used_at IS NULL AND expires_at > $3`,
    [id, codeHash(id, code), now],
  )
  return { isLive: rowCount === 1 }
}

/**
 * Counts an attempt and uses the challenge up when the code is right, in one statement that locks the row: of any
 * number of simultaneous attempts the first five count, and the right one among them once.
 * @param contactKey contact that the challenge must belong to; null: not given
 * @returns the patient's id; null for a code that is wrong, late or used, and for an unknown challenge
 */
export async function tryCode(
  db: Database,
  { id, code, contactKey }: { id: string; code: number; contactKey: string | null },
  now: Date,
): Promise<string | null> {
  const { rows } = await db.query({
    name: 'try-code',
    text: `UPDATE challenges SET tries = tries + 1,
             used_at = CASE WHEN code_hash = $2 AND contact_key = coalesce($3, contact_key) THEN $4::timestamptz END
           WHERE id = $1 AND kind = 'code' AND used_at IS NULL AND tries < ${TRIES} AND expires_at > $4
           RETURNING patient_id, used_at`,
    values: [id, codeHash(id, code), contactKey, now],
  })
  const [row] = rows
  return row?.used_at ? row.patient_id : null
}

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
 * Destinations of a code, the first way first: the typed contact; by clinic id the email, or the phone where there is
 * none (specification, section 7). A phone that cannot be reached is no reason to fail where an email is known.
 */
export function waysTo({ kind, email, phone }: Pick<CodeRequest, 'kind' | 'email' | 'phone'>): Way[] {
  const mail: Way[] = email === '' ? [] : [{ by: 'mail', to: email, key: comparableEmail(email) }]
  const sms: Way[] = phone === null ? [] : [{ by: 'sms', to: phone, key: phone }]
  if (kind === 'email') return mail
  if (kind === 'phone') return [...sms, ...mail]
  return mail.length > 0 ? mail : sms
}
