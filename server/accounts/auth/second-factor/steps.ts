import { randomInt, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { HttpFailure } from '../../../platform/http/failure.ts'
import { accountMailJobsFrom } from '../../mails/queue.ts'
import { newToken, tokenHash } from '../tokens.ts'

/** Minutes from the password to the second factor, and from the mailed code to a set-up one (OWASP ASVS 5.0, 6.5.5). */
const STEP_MINUTES = 10
/** Wrong codes of one step. */
const TRIES = 5

type Database = Pick<Pool, 'query'>

/** Step between the first proof and a session; `passkey`: the person is not known yet. */
export type Step = {
  id: string
  purpose: 'verify' | 'enrol' | 'passkey'
  staffId: string | null
  /** Whether a session follows. */
  signsIn: boolean
  /** Whether the mailed code, or the password in a session, has been shown: then a factor may be added. */
  proven: boolean
  /** Whether an OpenID provider vouched for them before it: such a step exists where passwords are switched off. */
  byProvider: boolean
  challenge: string | null
  secret: Buffer | null
}

const endOf = (now: Date) => new Date(now.getTime() + STEP_MINUTES * 60_000)

type NewStep =
  | { purpose: 'verify' | 'enrol'; staffId: string; signsIn: boolean; proven: boolean; byProvider?: boolean }
  | { purpose: 'passkey'; staffId: null; signsIn: true; proven: false; byProvider?: false }

const COLUMNS = `id, purpose, staff_id AS "staffId", signs_in AS "signsIn", proven, by_provider AS "byProvider", challenge,
  secret`

/** @returns its token, which is stored only as a hash */
export async function beginStep(db: Database, step: NewStep, now: Date): Promise<string> {
  const token = newToken()
  const { purpose, staffId, signsIn, proven, byProvider = false } = step
  await db.query(
    `INSERT INTO factor_steps (id, token_hash, purpose, staff_id, signs_in, proven, by_provider, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [randomUUID(), tokenHash(token), purpose, staffId, signsIn, proven, byProvider, endOf(now)],
  )
  return token
}

/** The same for one that is unknown, over, or out of attempts. */
const spent = () =>
  new HttpFailure('link_spent', 'This took too long or went wrong too often. Please start again.')

/** @throws HttpFailure 400 for an unknown step */
export async function stepOf(
  db: Database,
  token: string,
  purposes: readonly Step['purpose'][],
  now: Date,
): Promise<Step> {
  const { rows } = await db.query<Step>(
    `SELECT ${COLUMNS} FROM factor_steps
     WHERE token_hash = $1 AND purpose = ANY($2) AND expires_at > $3 AND tries < $4`,
    [tokenHash(token), purposes, now, TRIES],
  )
  if (!rows[0]) throw spent()
  return rows[0]
}

/** A step at which a factor may be added. */
export async function provenStep(
  db: Database,
  token: string,
  now: Date,
): Promise<Step & { staffId: string }> {
  const step = await stepOf(db, token, ['enrol'], now)
  if (!step.proven || step.staffId === null) throw spent()
  return { ...step, staffId: step.staffId }
}

/** Counts an attempt before it is checked, so that simultaneous attempts are not free. */
export async function countTry(db: Database, { id }: Step): Promise<void> {
  const { rowCount } = await db.query(
    `UPDATE factor_steps SET tries = tries + 1 WHERE id = $1 AND tries < $2`,
    [id, TRIES],
  )
  if (rowCount === 0) throw spent()
}

/** Takes a step, once. False: it was taken, or has ended. */
export async function takeStep(db: Database, { id }: Step): Promise<boolean> {
  const { rowCount } = await db.query(`DELETE FROM factor_steps WHERE id = $1`, [id])
  return rowCount === 1
}

export async function storeChallenge(db: Database, { id }: Step, challenge: string): Promise<void> {
  await db.query(`UPDATE factor_steps SET challenge = $2 WHERE id = $1`, [id, challenge])
}

/** A challenge counts once, whatever comes of it. */
export async function takeChallenge(db: Database, { id }: Step): Promise<string | null> {
  const { rows } = await db.query<{ challenge: string | null }>(
    `WITH before AS (SELECT id, challenge FROM factor_steps WHERE id = $1 FOR UPDATE)
     UPDATE factor_steps SET challenge = NULL FROM before WHERE factor_steps.id = before.id RETURNING before.challenge`,
    [id],
  )
  return rows[0]?.challenge ?? null
}

/** The secret of an app that is being set up: the same one until the step ends, so that a reload changes nothing. */
export async function secretOf(db: Database, { id }: Step, fresh: Buffer): Promise<Buffer> {
  const { rows } = await db.query<{ secret: Buffer }>(
    `UPDATE factor_steps SET secret = coalesce(secret, $2) WHERE id = $1 RETURNING secret`,
    [id, fresh],
  )
  if (!rows[0]) throw spent()
  return rows[0].secret
}

/** Queues the mail with a code; the worker that sends it makes the code. */
export async function mailCode(db: Database, { id }: Step): Promise<void> {
  await db.query(accountMailJobsFrom('(SELECT $1::uuid AS id) AS step', 'factor_code'), [id])
}

const codeHash = (id: string, code: string) => tokenHash(`${id} ${code}`)

export type FactorCode = { code: string; email: string; surname: string; otherNames: string }

/**
 * Makes the code for the mail of this moment; an earlier mail's ends.
 * @returns null when the step is over
 */
export async function makeFactorCode(db: Database, id: string, now: Date): Promise<FactorCode | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { rows } = await db.query(
    `UPDATE factor_steps SET code_hash = $2 FROM staff
     WHERE factor_steps.id = $1 AND factor_steps.purpose = 'enrol' AND factor_steps.expires_at > $3
       AND staff.id = factor_steps.staff_id AND staff.disabled_at IS NULL
     RETURNING staff.email, staff.surname, staff.other_names AS "otherNames"`,
    [id, codeHash(id, code), now],
  )
  return rows[0] ? { code, ...rows[0] } : null
}

/** Checks the mailed code; the right one counts once, and extends the time for setting up a factor. */
export async function proveByCode(db: Database, { id }: Step, code: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE factor_steps SET proven = true, code_hash = NULL, tries = 0, expires_at = $3
     WHERE id = $1 AND code_hash = $2`,
    [id, codeHash(id, code), endOf(now)],
  )
  return rowCount === 1
}

/** Ends the steps of a person whose password changed or who was disabled. */
export async function endStepsOf(db: Database, staffId: string): Promise<void> {
  await db.query(`DELETE FROM factor_steps WHERE staff_id = $1`, [staffId])
}
