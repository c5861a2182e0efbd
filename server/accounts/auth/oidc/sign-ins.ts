import type { Pool, PoolClient } from 'pg'
import { comparableEmail } from '../../../../domain/contact.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { audit } from '../../audit/audit.ts'
import { registerWithProvider, Undone } from '../registration.ts'
import { newToken, tokenHash } from '../tokens.ts'
import type { Checks, Person } from './provider.ts'

/** Deadline for signing in at the provider. */
export const SIGN_IN_MS = 10 * 60_000
/** The page redeems the code as soon as it loads. */
export const HAND_OVER_MS = 60_000

type Database = Pick<Pool, 'query'>

/** 256 random bits each; the verifier has the length of RFC 7636. */
export function newChecks(): Checks {
  return { state: newToken(), nonce: newToken(), codeVerifier: newToken() }
}

/** @returns the secret for the browser tab */
export async function begin(db: Database, checks: Checks, now: Date): Promise<string> {
  const secret = newToken()
  // Abandoned sign-ins leave rows; each new one deletes the expired ones.
  await db.query(`DELETE FROM oidc_sign_ins WHERE expires_at <= $1`, [now])
  await db.query(
    `INSERT INTO oidc_sign_ins (state_hash, nonce, code_verifier, secret_hash, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [
      tokenHash(checks.state),
      checks.nonce,
      checks.codeVerifier,
      tokenHash(secret),
      new Date(now.getTime() + SIGN_IN_MS),
    ],
  )
  return secret
}

export type CameBack = { checks: Checks; code: string }

/**
 * Redeems a state parameter, once.
 * @returns what to check, and the one-use code for the page; null: unknown, expired or used
 */
export async function takeState(db: Database, state: string, now: Date): Promise<CameBack | null> {
  const code = newToken()
  // Storing the code marks the state as used; the code is worthless until a person is linked.
  const { rows } = await db.query<{ nonce: string; code_verifier: string }>(
    `UPDATE oidc_sign_ins SET code_hash = $2
     WHERE state_hash = $1 AND code_hash IS NULL AND expires_at > $3 RETURNING nonce, code_verifier`,
    [tokenHash(state), tokenHash(code), now],
  )
  const [row] = rows
  return row ? { checks: { state, nonce: row.nonce, codeVerifier: row.code_verifier }, code } : null
}

/**
 * Links a sign-in with the active staff member who is bound to the person, by issuer and subject: an address may be
 * reassigned. A person without a binding is found by the verified address, once, and bound. Accounts are only created
 * for invited people, and only where passwords are off: else they choose one by the invitation's link. False: there is
 * none.
 * @param passwordsOnlyFor the one account that keeps its password (OIDC_ONLY); null: all do
 */
export function vouchFor(
  pool: Pool,
  { checks }: CameBack,
  { authenticatedAt, secondFactor, ...person }: Person,
  { now, passwordsOnlyFor }: { now: Date; passwordsOnlyFor: string | null },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const bound = await client.query<{ id: string; disabled: boolean }>(
      `SELECT id, disabled_at IS NOT NULL AS disabled FROM staff WHERE oidc_issuer = $1 AND oidc_subject = $2`,
      [person.issuer, person.subject],
    )
    const [owner] = bound.rows
    // A disabled owner is not replaced by a new owner of the address.
    if (owner?.disabled) return false
    const id =
      owner?.id ??
      (await bind(client, person)) ??
      (await invitedAs(client, person, { now, passwordsOnlyFor }))
    if (id === null) return false
    const { rowCount } = await client.query(
      `UPDATE oidc_sign_ins SET staff_id = $2, expires_at = $3, authenticated_at = $4, second_factor = $5
       WHERE state_hash = $1`,
      [tokenHash(checks.state), id, new Date(now.getTime() + HAND_OVER_MS), authenticatedAt, secondFactor],
    )
    return rowCount === 1
  }).catch((error: unknown) => {
    // The address belongs to a disabled account, or to one bound to another person.
    if (error instanceof Undone) return false
    throw error
  })
}

type Unbound = Pick<Person, 'issuer' | 'subject' | 'email'>

/** @returns the id of the account that an invitation makes; null: none does */
async function invitedAs(
  client: PoolClient,
  person: Unbound,
  { now, passwordsOnlyFor }: { now: Date; passwordsOnlyFor: string | null },
): Promise<string | null> {
  if (person.email === null || passwordsOnlyFor === null) return null
  const id = await registerWithProvider(client, person.email, { now, reserved: passwordsOnlyFor })
  return id && bind(client, person)
}

/** Of two people of the provider with one address the first is bound. @returns the id; null: no match */
async function bind(client: PoolClient, { issuer, subject, email }: Unbound): Promise<string | null> {
  if (email === null) return null
  const { rows } = await client.query<{ id: string }>(
    `UPDATE staff SET oidc_issuer = $2, oidc_subject = $3
     WHERE email_key = $1 AND disabled_at IS NULL AND oidc_subject IS NULL RETURNING id`,
    [comparableEmail(email), issuer, subject],
  )
  const [row] = rows
  if (!row) return null
  const subjectOfTrail = { kind: 'staff', id: row.id }
  await audit(client, { staffId: row.id, action: 'staff.provider_bound', subject: subjectOfTrail })
  return row.id
}

export async function drop(db: Database, { checks }: CameBack): Promise<void> {
  await db.query(`DELETE FROM oidc_sign_ins WHERE state_hash = $1`, [tokenHash(checks.state)])
}

type HandedOver = { staffId: string; authenticatedAt: Date | null; secondFactor: boolean }

/**
 * Redeems the page's code, once: a wrong secret uses it up too.
 * @returns the staff member's id, when the provider asked who it is and whether for a second factor; null: unknown, expired, used, begun in another tab, or disabled meanwhile
 */
export async function handOver(
  db: Database,
  { code, secret }: { code: string; secret: string },
  now: Date,
): Promise<HandedOver | null> {
  const { rows } = await db.query<{
    staff_id: string
    authenticated_at: Date | null
    second_factor: boolean
    secret_hash: string
    expires_at: Date
    active: boolean
  }>(
    `DELETE FROM oidc_sign_ins WHERE code_hash = $1 AND staff_id IS NOT NULL
     RETURNING staff_id, secret_hash, expires_at, authenticated_at, second_factor,
       (SELECT disabled_at IS NULL FROM staff WHERE staff.id = staff_id) AS active`,
    [tokenHash(code)],
  )
  const [row] = rows
  if (!row?.active || row.expires_at <= now || row.secret_hash !== tokenHash(secret)) return null
  const { staff_id: staffId, authenticated_at: authenticatedAt, second_factor: secondFactor } = row
  return { staffId, authenticatedAt, secondFactor }
}
