import type { Pool } from 'pg'
import type { SignIn } from '../../contract/auth.ts'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { HttpFailure } from '../http/failure.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { type SignedInStaff, STAFF_COLUMNS, type StaffRow, signedInStaff, startSession } from './sessions.ts'

export type SignedIn = { token: string; staff: SignedInStaff }
type Way = 'password' | 'oidc' | 'invitation'

/**
 * Checks username and password and starts a session; null when either is wrong or the person was disabled.
 * Nobody learns which of these it was: the work is the same, one look-up and one verification.
 * @param refused is told of a null for the log: the id of whose account it was, null where there is none. What was
 *   typed is not for a log: people type passwords into the wrong field
 */
export async function signIn(
  pool: Pool,
  { username, password }: SignIn,
  now: Date,
  refused: (staffId: string | null) => void = () => {},
): Promise<SignedIn | null> {
  const { rows } = await pool.query<{ id: string; password_hash: string | null }>({
    name: 'staff-by-username',
    text: `SELECT id, CASE WHEN disabled_at IS NULL THEN password_hash END AS password_hash
           FROM staff WHERE username = $1`,
    // PostgreSQL takes no NUL in a text; nobody's name has one, or what stands for it here.
    values: [username.replaceAll('\0', '\ufffd')],
  })
  const [person] = rows
  const { matches, isOutdated } = await checkPassword(password, person?.password_hash ?? null)
  const opened =
    person && matches
      ? await openSession(pool, {
          staffId: person.id,
          by: 'password',
          passwordHash: person.password_hash,
          now,
        })
      : null
  if (!opened) refused(person?.id ?? null)
  // What does not work now works at the next sign-in; nobody has to wait outside for it.
  else if (isOutdated && person) await hashAnew(pool, person, password).catch(() => {})
  return opened
}

/** Keeps a password by the parameters of now, which can be had only while it is known; unless it was just changed. */
async function hashAnew(
  pool: Pool,
  { id, password_hash: former }: { id: string; password_hash: string | null },
  password: string,
): Promise<void> {
  await pool.query(`UPDATE staff SET password_hash = $2 WHERE id = $1 AND password_hash = $3`, [
    id,
    await hashPassword(password),
    former,
  ])
}

/**
 * Starts the session of a staff member who has proven who they are by other means.
 * @throws HttpFailure 401 when they were disabled in the meantime
 */
export async function beginSession(
  pool: Pool,
  staffId: string,
  now: Date,
  by: Exclude<Way, 'password'>,
): Promise<SignedIn> {
  const signedIn = await openSession(pool, { staffId, by, now })
  if (!signedIn) throw new HttpFailure('unauthorized', 'Please sign in again.')
  return signedIn
}

type Opening = {
  staffId: string
  by: Way
  now: Date
  /** The hash that the password was checked against: it must still be the person's. */
  passwordHash?: string | null
}

/** Null when the person was disabled, or their password changed while it was being checked. */
function openSession(
  pool: Pool,
  { staffId, by, now, passwordHash = null }: Opening,
): Promise<SignedIn | null> {
  return inTransaction(pool, async (client) => {
    // Holds the person's row to the end: whoever changes it waits, and then ends this session too.
    const { rows } = await client.query<StaffRow>(
      `UPDATE staff SET last_sign_in_at = $2
       WHERE id = $1 AND disabled_at IS NULL AND ($3::text IS NULL OR password_hash = $3)
       RETURNING ${STAFF_COLUMNS}`,
      [staffId, now, passwordHash],
    )
    const [row] = rows
    if (!row) return null
    const token = await startSession(client, staffId, now)
    const subject = { kind: 'staff', id: staffId }
    await audit(client, { staffId, action: 'staff.signed_in', subject, details: { by } })
    return { token, staff: signedInStaff(row) }
  })
}
