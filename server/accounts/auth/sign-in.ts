import type { Pool, PoolClient } from 'pg'
import type { FactorStep, SignIn } from '../../../contract/auth.ts'
import { displayName } from '../../../domain/staff.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { audit } from '../audit/audit.ts'
import type { Rank } from './in-turn.ts'
import { rememberDevice } from './known-devices.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { kindsOf } from './second-factor/factors.ts'
import { type FactorPolicy, kindsAt } from './second-factor/policy.ts'
import { beginStep } from './second-factor/steps.ts'
import {
  boundStaff,
  type SignedIn,
  STAFF_COLUMNS,
  type StaffRow,
  signedInStaff,
  startSession,
} from './sessions.ts'
import { wireNames } from './staff-user.ts'

/** The browser that asks. */
export type BrowserFacts = {
  /** The tokens it brings along; missing where it is not to be known from then on. */
  devices?: readonly string[]
  /** By its proper names, for the list of one's sessions. */
  browser?: string | null
}
type Way = 'password' | 'pin' | 'oidc' | 'invitation' | 'passkey' | 'totp' | 'recovery_code' | 'new_factor'

type Circumstances = BrowserFacts & {
  now: Date
  secondFactor: FactorPolicy
  /** Rank in the queue for password work. */
  rank?: Rank
}

/**
 * Verifies username and password and starts a session, or the step before it where a second factor is needed; null when
 * username or password is wrong or the person was disabled.
 * All cases do the same work, one look-up and one verification, so timing reveals nothing.
 * @param refused gets the account's id for the log, or null. Never log the typed text: people type passwords
 * into the wrong field
 */
export async function signIn(
  pool: Pool,
  { username, password }: SignIn,
  { now, secondFactor, rank = 'stranger', ...asking }: Circumstances,
  refused: (staffId: string | null) => void = () => {},
): Promise<SignedIn | FactorStep | null> {
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
          passwordHash: person.password_hash,
          now,
          secondFactor,
          asking,
        })
      : null
  if (!opened) refused(person?.id ?? null)
  // A failed rehash is repeated at the next sign-in; the caller does not wait for it.
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
 * Starts the session of a person who has accepted an invitation, which was mailed.
 * @param asking.devices the browser is known from then on
 * @throws HttpFailure 401 when they were disabled in the meantime
 */
export function beginSession(
  pool: Pool,
  staffId: string,
  now: Date,
  asking: BrowserFacts,
): Promise<SignedIn> {
  return inTransaction(pool, async (client) =>
    sessionFor(client, await stillActive(client, staffId), { by: 'invitation', now, ...asking }),
  )
}

type FromProvider = Pick<BrowserFacts, 'browser'> & {
  now: Date
  secondFactor: FactorPolicy
  /** Whether the provider asked for one. */
  hasShownFactor: boolean
  /** Time of the provider's authentication; null where that is unknown. */
  provenAt: Date | null
}

/**
 * Starts the session of a person for whom an OpenID provider vouches, or the step before it where a second factor is
 * needed that the provider did not ask for.
 * @throws HttpFailure 401 when they were disabled in the meantime
 */
export function signInFromProvider(
  pool: Pool,
  staffId: string,
  { now, secondFactor, hasShownFactor, ...proven }: FromProvider,
): Promise<SignedIn | FactorStep> {
  return inTransaction(pool, async (client) => {
    const row = await stillActive(client, staffId)
    const beginning: Beginning = { by: 'oidc', now, ...proven }
    return hasShownFactor
      ? sessionFor(client, row, beginning)
      : sessionOrStep(client, row, beginning, secondFactor)
  })
}

export async function stillActive(client: PoolClient, staffId: string): Promise<LockedStaff> {
  const row = await lockedActive(client, staffId)
  if (!row) throw new HttpFailure('unauthorized', 'Please sign in again.')
  return row
}

/** The person's row, locked: a concurrent change waits, and then ends the new session or step too. Null: disabled. */
export async function lockedActive(
  client: PoolClient,
  staffId: string,
  passwordHash: string | null = null,
): Promise<LockedStaff | null> {
  const { rows } = await client.query<LockedStaff>(
    `SELECT ${STAFF_COLUMNS}, staff.factor_due_at FROM staff
     WHERE id = $1 AND disabled_at IS NULL AND ($2::text IS NULL OR password_hash = $2) FOR NO KEY UPDATE`,
    [staffId, passwordHash],
  )
  return rows[0] ?? null
}

type LockedStaff = StaffRow & { factor_due_at: Date }

type Proven = BrowserFacts & {
  /** Time of the person's proof; by default now, null where that is unknown. */
  provenAt?: Date | null
  /** Id of the reception tablet that the session belongs to. */
  deviceId?: string
}

type Beginning = Proven & {
  by: Way
  now: Date
  /** Deadline after which they need a second factor, which they do not have yet. */
  factorDueAt?: Date | null
}

/** Starts a session for a person whose row is locked, and makes their browser known. */
export async function sessionFor(
  client: PoolClient,
  row: LockedStaff,
  { by, now, factorDueAt = null, devices, browser = null, provenAt = now, deviceId }: Beginning,
): Promise<SignedIn> {
  const { id } = row
  await client.query(`UPDATE staff SET last_sign_in_at = $2 WHERE id = $1`, [id, now])
  const { boundTo, ...started } = await startSession(client, id, now, {
    browser,
    provenAt,
    ...(deviceId !== undefined && { deviceId }),
  })
  const device = devices && (await rememberDevice(client, id, devices, now))
  const subject = { kind: 'staff', id }
  await audit(client, {
    staffId: id,
    action: 'staff.signed_in',
    subject,
    details: { by, ...(deviceId !== undefined && { device: deviceId }) },
  })
  return {
    ...started,
    staff: boundStaff(signedInStaff(row), boundTo),
    factorDueAt,
    ...(device !== undefined && { device }),
  }
}

type Opening = {
  staffId: string
  now: Date
  /** The verified hash, which must still be the person's. */
  passwordHash: string | null
  secondFactor: FactorPolicy
  asking: BrowserFacts
}

/** Null when the person was disabled, or their password changed during verification. */
function openSession(
  pool: Pool,
  { staffId, now, passwordHash, secondFactor, asking }: Opening,
): Promise<SignedIn | FactorStep | null> {
  return inTransaction(pool, async (client) => {
    const row = await lockedActive(client, staffId, passwordHash)
    if (!row) return null
    return sessionOrStep(client, row, { by: 'password', now, ...asking }, secondFactor)
  })
}

/** The next step after the first proof of a person whose row is locked: a second factor, where required. */
async function sessionOrStep(
  client: PoolClient,
  row: LockedStaff,
  beginning: Beginning,
  secondFactor: FactorPolicy,
): Promise<SignedIn | FactorStep> {
  const { id: staffId } = row
  const { by, now } = beginning
  const kinds = await kindsOf(client, staffId)
  const hasNone = kinds.length === 0
  const isRequired = hasNone && secondFactor.types.includes(row.type)
  if (hasNone && !(isRequired && row.factor_due_at <= now)) {
    return sessionFor(client, row, { ...beginning, factorDueAt: isRequired ? row.factor_due_at : null })
  }
  const purpose = hasNone ? 'enrol' : 'verify'
  const byProvider = by === 'oidc'
  const step = await beginStep(client, { purpose, staffId, signsIn: true, proven: false, byProvider }, now)
  const name = displayName(wireNames(signedInStaff(row)))
  return { step, purpose, displayName: name, kinds: hasNone ? kindsAt(secondFactor.origin()) : kinds }
}
