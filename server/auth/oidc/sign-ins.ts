import type { Pool } from 'pg'
import { comparableEmail } from '../../../domain/contact.ts'
import { newToken, tokenHash } from '../tokens.ts'
import type { Checks } from './provider.ts'

/** How long someone may take at the provider. */
export const SIGN_IN_MS = 10 * 60_000
/** The page hands the code in as soon as it is loaded. */
export const HAND_OVER_MS = 60_000

type Database = Pick<Pool, 'query'>

/** What goes through the provider and must come back: 256 random bits each, the verifier's length that of RFC 7636. */
export function newChecks(): Checks {
  return { state: newToken(), nonce: newToken(), codeVerifier: newToken() }
}

/** Begins a sign-in for one browser tab. @returns the secret that the tab keeps */
export async function begin(db: Database, checks: Checks, now: Date): Promise<string> {
  const secret = newToken()
  // Whoever left at the provider leaves a row behind; with each start the table gets rid of them.
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
 * Takes the sign-in of a state parameter; a state counts once.
 * @returns what to check, and the one-use code for the page; null: unknown, late or taken already
 */
export async function takeState(db: Database, state: string, now: Date): Promise<CameBack | null> {
  const code = newToken()
  // The code is kept from here on and so marks the state as taken; it opens nothing until someone is vouched for.
  const { rows } = await db.query<{ nonce: string; code_verifier: string }>(
    `UPDATE oidc_sign_ins SET code_hash = $2
     WHERE state_hash = $1 AND code_hash IS NULL AND expires_at > $3 RETURNING nonce, code_verifier`,
    [tokenHash(state), tokenHash(code), now],
  )
  const [row] = rows
  return row ? { checks: { state, nonce: row.nonce, codeVerifier: row.code_verifier }, code } : null
}

/** Links a sign-in with the active staff member of an address. False: there is none; nobody is ever made here. */
export async function vouchFor(
  db: Database,
  { checks }: CameBack,
  email: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE oidc_sign_ins SET staff_id = staff.id, expires_at = $3 FROM staff
     WHERE state_hash = $1 AND staff.email_key = $2 AND staff.disabled_at IS NULL`,
    [tokenHash(checks.state), comparableEmail(email), new Date(now.getTime() + HAND_OVER_MS)],
  )
  return rowCount === 1
}

/** Forgets a sign-in that led to nobody. */
export async function drop(db: Database, { checks }: CameBack): Promise<void> {
  await db.query(`DELETE FROM oidc_sign_ins WHERE state_hash = $1`, [tokenHash(checks.state)])
}

/**
 * Hands a sign-in over to the page, once: also a try with a wrong secret uses the code up.
 * @returns the staff member's id; null: unknown, late, used, begun in another tab, or disabled meanwhile
 */
export async function handOver(
  db: Database,
  { code, secret }: { code: string; secret: string },
  now: Date,
): Promise<string | null> {
  const { rows } = await db.query<{
    staff_id: string
    secret_hash: string
    expires_at: Date
    active: boolean
  }>(
    `DELETE FROM oidc_sign_ins WHERE code_hash = $1 AND staff_id IS NOT NULL
     RETURNING staff_id, secret_hash, expires_at,
       (SELECT disabled_at IS NULL FROM staff WHERE staff.id = staff_id) AS active`,
    [tokenHash(code)],
  )
  const [row] = rows
  if (!row?.active || row.expires_at <= now || row.secret_hash !== tokenHash(secret)) return null
  return row.staff_id
}
