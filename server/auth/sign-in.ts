import type { Pool } from 'pg'
import type { SignIn } from '../../contract/auth.ts'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { HttpFailure } from '../http/failure.ts'
import type { Rank } from './in-turn.ts'
import { rememberDevice } from './known-devices.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { type SignedInStaff, STAFF_COLUMNS, type StaffRow, signedInStaff, startSession } from './sessions.ts'

export type SignedIn = {
  token: string
  staff: SignedInStaff
  /** For the browser's cookie; missing for those who came by another provider. */
  device?: string
}

/** Who asks: how long they wait for the password work, and which browser with which known devices. */
export type Asking = { rank: Rank; devices: readonly string[]; browser?: string | null }
type Way = 'password' | 'oidc' | 'invitation'

/**
 * Verifies username and password and starts a session; null when either is wrong or the person was disabled.
 * All cases do the same work, one look-up and one verification, so timing reveals nothing.
 * @param refused gets the account's id for the log, or null. Never log the typed text: people type passwords
 * into the wrong field
 */
export async function signIn(
  pool: Pool,
  { username, password }: SignIn,
  now: Date,
  { rank, devices, browser = null }: Asking = { rank: 'stranger', devices: [] },
  refused: (staffId: string | null) => void = () => {},
): Promise<SignedIn | null> {
  const { rows } = await pool.query<{ id: string; password_hash: string | null }>({
    name: 'staff-by-username',
    text: `SELECT id, CASE WHEN disabled_at IS NULL THEN password_hash END AS password_hash
           FROM staff WHERE username = $1`,
    // PostgreSQL accepts no NUL in a text; no username has one, nor its replacement.
    values: [username.replaceAll('\0', '\ufffd')],
  })
  const [person] = rows
  const { matches, isOutdated } = await checkPassword(password, person?.password_hash ?? null, rank)
  const opened =
    person && matches
      ? await openSession(pool, {
          staffId: person.id,
          by: 'password',
          passwordHash: person.password_hash,
          devices,
          browser,
          now,
        })
      : null
  if (!opened) refused(person?.id ?? null)
  // A failed rehash is repeated at the next sign-in; nobody should wait for it.
  else if (isOutdated && person) await hashAnew(pool, person, password).catch(() => {})
  return opened
}

/**
 * Rehashes with current parameters, which needs the plain password; skipped if the password was just changed.
 */
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
 * Starts the session of a staff member authenticated by other means.
 * @param where.devices where a password was set: the browser is known from then on
 * @throws HttpFailure 401 when they were disabled in the meantime
 */
export async function beginSession(
  pool: Pool,
  staffId: string,
  now: Date,
  by: Exclude<Way, 'password'>,
  {
    devices,
    browser,
    provenAt = now,
  }: {
    devices?: readonly string[]
    browser: string | null
    provenAt?: Date | null
  },
): Promise<SignedIn> {
  const signedIn = await openSession(pool, { staffId, by, now, devices, browser, provenAt })
  if (!signedIn) throw new HttpFailure('unauthorized', 'Please sign in again.')
  return signedIn
}

type Opening = {
  staffId: string
  by: Way
  now: Date
  /** The verified hash, which must still be the person's. */
  passwordHash?: string | null
  devices?: readonly string[] | undefined
  browser: string | null
  /** When they showed who they are; by default now, null where that is unknown. */
  provenAt?: Date | null
}

/** Null when the person was disabled, or their password changed during verification. */
function openSession(
  pool: Pool,
  { staffId, by, now, passwordHash = null, devices, browser, provenAt = now }: Opening,
): Promise<SignedIn | null> {
  return inTransaction(pool, async (client) => {
    // Locks the person's row until the end: a concurrent change waits, and then ends this session too.
    const { rows } = await client.query<StaffRow>(
      `UPDATE staff SET last_sign_in_at = $2
       WHERE id = $1 AND disabled_at IS NULL AND ($3::text IS NULL OR password_hash = $3)
       RETURNING ${STAFF_COLUMNS}`,
      [staffId, now, passwordHash],
    )
    const [row] = rows
    if (!row) return null
    const token = await startSession(client, staffId, now, { browser, provenAt })
    const device = devices && (await rememberDevice(client, staffId, devices, now))
    const subject = { kind: 'staff', id: staffId }
    await audit(client, { staffId, action: 'staff.signed_in', subject, details: { by } })
    return { token, staff: signedInStaff(row), ...(device !== undefined && { device }) }
  })
}
