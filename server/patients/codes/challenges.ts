import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { CODE_SECONDS } from '../../../contract/one-time-codes.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import { codeHash } from './code.ts'
import type { Contact } from './contact.ts'
import type { Person } from './people.ts'
import { oneTimeCodeJobsFrom } from './queue.ts'

/** Wrong codes that a challenge takes (specification, section 9). */
export const TRIES = 5
/** How long a name can be chosen, and another code be asked for by the same choice. */
const CHOICE_MINUTES = 15

type Database = Pick<Pool, 'query'>
const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)

type CodeRequest = {
  contact: Contact
  /** Undefined: no patient has the contact. */
  patientId: string | undefined
  /** Of the message. */
  language: LanguageCode
  /** Keyed hash of who asks (`customerMark`). */
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
  { contact, patientId, language, caller }: CodeRequest,
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
 * Counts a try and uses the challenge up when the code is right, in one statement that takes the row: of any number of
 * tries at once the first five count, and the right one among them once.
 * @param contactKey what the challenge must have been asked for; null: it was not said
 * @returns the patient's id; null for a code that is wrong, late or used, and for a challenge that is none
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
