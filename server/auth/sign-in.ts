import type { Pool } from 'pg'
import type { SignIn } from '../../contract/auth.ts'
import { audit } from '../audit/audit.ts'
import { passwordMatches } from './passwords.ts'
import { startSession } from './sessions.ts'

/** Checks username and password and starts a session. Nobody learns which of the two was wrong: the work is the same. */
export async function signIn(
  pool: Pool,
  { username, password }: SignIn,
  now: Date,
): Promise<{ token: string } | null> {
  const { rows } = await pool.query<{ id: string; password_hash: string | null; disabled_at: Date | null }>({
    name: 'staff-by-username',
    text: `SELECT id, password_hash, disabled_at FROM staff WHERE username = $1`,
    values: [username],
  })
  const [person] = rows
  const matches = await passwordMatches(password, person?.password_hash ?? null)
  if (!person || !matches || person.disabled_at) return null
  return { token: await beginSession(pool, person.id, now, 'password') }
}

/** Starts the session of a staff member who has proven who they are. @returns the token */
export async function beginSession(
  pool: Pool,
  staffId: string,
  now: Date,
  by: 'password' | 'oidc' | 'invitation',
): Promise<string> {
  const token = await startSession(pool, staffId, now)
  await pool.query(`UPDATE staff SET last_sign_in_at = $2 WHERE id = $1`, [staffId, now])
  await audit(pool, {
    staffId,
    action: 'staff.signed_in',
    subject: { kind: 'staff', id: staffId },
    details: { by },
  })
  return token
}
