import type { Pool } from 'pg'
import { type Reach, type Right, reachWithin } from '../../../domain/rights.ts'
import type { StaffType } from '../../../domain/staff.ts'
import { SESSIONS_CHANNEL } from '../../platform/events/channel.ts'
import { endStepsOf } from './second-factor/steps.ts'
import { newToken, tokenHash } from './tokens.ts'

const HOUR_MS = 3_600_000
/** Idle timeout of a staff session (specification, section 9). */
export const STAFF_SESSION_MS = 12 * HOUR_MS
/**
 * Absolute timeout of a staff session, which limits a stolen token (docs/security.md). Far under the 30 days
 * of NIST SP 800-63B for a password alone.
 */
export const STAFF_SESSION_LONGEST_MS = 7 * 24 * HOUR_MS
/** A verified patient's session ends this long after the code, since phones are lent (specification, section 9). */
export const PATIENT_SESSION_MS = HOUR_MS / 2
/** Throttles prolonging, since each time is a write. */
const PROLONG_EVERY_MS = 5 * 60_000
/** Per person; one more sign-in ends the least recently used session. */
export const SESSIONS_PER_PERSON = 20

/** Current data of a session's staff member. */
export type SignedInStaff = {
  id: string
  username: string
  email: string
  surname: string
  otherNames: string
  type: StaffType
  /** Codes (domain/rights.ts). */
  locations: readonly string[]
  doctorId: string | null
  /** Version that grows when the person's rights shrink. */
  rightsVersion: number
  /** Codes of the reception tablet whose session it is, beyond which no right reaches; null: none. */
  boundTo: readonly string[] | null
  roleSlug: string | null
  profession: string | null
  jobTitle: string | null
}

/** A sign-in that has succeeded. */
export type SignedIn = {
  token: string
  staff: SignedInStaff
  /** Deadline after which they need a second factor, which they do not have yet. */
  factorDueAt: Date | null
  /** Token of the browser's cookie; missing for those who came by another provider. */
  device?: string
  /** Key of the browser's sealed data while it is locked; only the server has it then. */
  lockKey: string
}

export type Session = {
  tokenHash: string
  startedAt: Date
  expiresAt: Date
  lastUsedAt: Date
  /** Time of the owner's last proof; null: none in this session. */
  provenAt: Date | null
  /** Start of the lock: no call of a locked session is answered (lock.ts); null: it is not locked. */
  lockedAt: Date | null
  lockKey: string
  /** Id of the reception tablet that it belongs to; null: none. */
  deviceId: string | null
  /** Codes of the reception tablet that it belongs to, beyond which no right of it reaches; null: none. */
  withinLocations: readonly string[] | null
} & ({ kind: 'staff'; staff: SignedInStaff } | { kind: 'patient'; patientId: string })

/**
 * A session that ends later than this was started while the clock was ahead, so it counts as expired. Two
 * hours more, so that correcting the clock by one hour ends no session.
 */
const latestEnd = (now: Date) => new Date(now.getTime() + STAFF_SESSION_MS + 2 * HOUR_MS)

type Database = Pick<Pool, 'query'>

/**
 * Notifies all server processes that sessions ended, at commit, so that they close event streams. PostgreSQL
 * sends identical notifications of a transaction once.
 */
const TELL_ENDED = `pg_notify('${SESSIONS_CHANNEL}', '')`

/** Data recorded at the start of a session. */
export type Start = {
  /** By its proper names, for the list of one's sessions. */
  browser?: string | null
  /** Time of the person's proof; by default now, null where another provider may have done it long ago. */
  provenAt?: Date | null
  /** Id of the reception tablet that it belongs to; null: none. */
  deviceId?: string | null
}

/** Starts a session for an authenticated staff member. @returns also the token, which is stored only as a hash */
export async function startSession(
  db: Database,
  staffId: string,
  now: Date,
  { browser = null, provenAt = now, deviceId = null }: Start = {},
): Promise<Pick<SignedIn, 'token' | 'lockKey'> & Pick<SignedInStaff, 'boundTo'>> {
  const token = newToken()
  const { rows } = await db.query<Pick<SignedIn, 'lockKey'> & Pick<SignedInStaff, 'boundTo'>>(
    `WITH over AS (
       SELECT token_hash FROM sessions WHERE staff_id = $2 ORDER BY last_used_at DESC, expires_at DESC OFFSET $5
     ), ended AS (
       DELETE FROM sessions WHERE token_hash IN (SELECT token_hash FROM over) RETURNING ${TELL_ENDED}
     )
     INSERT INTO sessions (token_hash, staff_id, created_at, last_used_at, expires_at, browser, proven_at, device_id)
     VALUES ($1, $2, $3, $3, $4, $6, $7, $8)
     RETURNING lock_key AS "lockKey", (SELECT locations FROM devices WHERE id = $8) AS "boundTo"`,
    [
      tokenHash(token),
      staffId,
      now,
      new Date(now.getTime() + STAFF_SESSION_MS),
      SESSIONS_PER_PERSON - 1,
      browser,
      provenAt,
      deviceId,
    ],
  )
  return { token, lockKey: rows[0]?.lockKey ?? '', boundTo: rows[0]?.boundTo ?? null }
}

/** Starts the session of a patient verified by a one-time code. */
export async function startPatientSession(db: Database, patientId: string, now: Date): Promise<string> {
  const token = newToken()
  await db.query(
    `INSERT INTO sessions (token_hash, patient_id, created_at, last_used_at, expires_at) VALUES ($1, $2, $3, $3, $4)`,
    [tokenHash(token), patientId, now, new Date(now.getTime() + PATIENT_SESSION_MS)],
  )
  return token
}

/** Columns of `staff` for `signedInStaff`. */
export const STAFF_COLUMNS = `staff.id, staff.username, staff.email, staff.surname, staff.other_names, staff.type,
  staff.locations, staff.doctor_id, staff.rights_version, staff.role_slug, staff.profession, staff.job_title`

type SessionRow = StaffRow & {
  token_hash: string
  created_at: Date
  expires_at: Date
  last_used_at: Date
  proven_at: Date | null
  locked_at: Date | null
  lock_key: string
  device_id: string | null
  device_locations: string[] | null
  patient_id: string | null
}

const FIND = {
  name: 'find-session',
  text: `SELECT s.token_hash, s.created_at, s.expires_at, s.last_used_at, s.proven_at, s.locked_at, s.lock_key,
           s.patient_id, s.device_id, d.locations AS device_locations, ${STAFF_COLUMNS}
         FROM sessions s LEFT JOIN staff ON staff.id = s.staff_id LEFT JOIN devices d ON d.id = s.device_id
         WHERE s.token_hash = $1 AND s.expires_at > $2 AND s.expires_at <= $3 AND staff.disabled_at IS NULL`,
}

/** Null when the token is unknown or expired, or its staff member was disabled. It may be locked. */
export const findSession = (db: Database, token: string, now: Date): Promise<Session | null> =>
  findSessionByHash(db, tokenHash(token), now)

/** The same by the SHA-256 of the token, which is all that a locked browser has of it. */
export async function findSessionByHash(db: Database, hash: string, now: Date): Promise<Session | null> {
  const { rows } = await db.query<SessionRow>({ ...FIND, values: [hash, now, latestEnd(now)] })
  const [row] = rows
  if (!row) return null
  const common = {
    tokenHash: row.token_hash,
    startedAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    provenAt: row.proven_at,
    lockedAt: row.locked_at,
    lockKey: row.lock_key,
    deviceId: row.device_id,
    withinLocations: row.device_locations,
  }
  if (row.patient_id) return { ...common, kind: 'patient', patientId: row.patient_id }
  return { ...common, kind: 'staff', staff: boundStaff(signedInStaff(row), common.withinLocations) }
}

/** A person as a session has them that may be bound to a tablet's locations. */
export function boundStaff(staff: SignedInStaff, boundTo: readonly string[] | null): SignedInStaff {
  return { ...staff, boundTo, locations: staff.locations.filter((code) => boundTo?.includes(code) ?? true) }
}

export type StaffRow = Pick<
  SignedInStaff,
  'id' | 'username' | 'email' | 'surname' | 'type' | 'locations' | 'profession'
> & {
  doctor_id: string | null
  rights_version: number
  other_names: string
  role_slug: string | null
  job_title: string | null
}

export function signedInStaff(row: StaffRow): SignedInStaff {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    surname: row.surname,
    otherNames: row.other_names,
    type: row.type,
    locations: row.locations,
    doctorId: row.doctor_id,
    rightsVersion: row.rights_version,
    boundTo: null,
    roleSlug: row.role_slug,
    profession: row.profession,
    jobTitle: row.job_title,
  }
}

/**
 * Extends a staff session to 12 hours from now, at most 7 days after the sign-in. A patient's is never
 * extended.
 */
export async function prolongSession(db: Database, session: Session, now: Date): Promise<void> {
  if (session.kind !== 'staff' || now.getTime() - session.lastUsedAt.getTime() < PROLONG_EVERY_MS) return
  const latest = session.startedAt.getTime() + STAFF_SESSION_LONGEST_MS
  const expiresAt = Math.min(now.getTime() + STAFF_SESSION_MS, latest)
  // Of concurrent calls with the same session, only the first writes.
  await db.query(
    `UPDATE sessions SET expires_at = $2, last_used_at = $3 WHERE token_hash = $1 AND last_used_at <= $4`,
    [session.tokenHash, new Date(expiresAt), now, new Date(now.getTime() - PROLONG_EVERY_MS)],
  )
}

/** The live sessions among these with a right, and its reach, in one query. */
export async function liveSessionsWith(
  db: Database,
  right: Right,
  tokenHashes: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Reach>> {
  const values = [tokenHashes, now, latestEnd(now)]
  const { rows } = await db.query<Holder>({ ...LIVE_HOLDERS, values })
  const reaching = new Map<string, Reach>()
  for (const { token_hash, doctor_id: doctorId, device_locations: within, ...holder } of rows) {
    const reach = reachWithin({ ...holder, doctorId }, right, within)
    if (reach) reaching.set(token_hash, reach)
  }
  return reaching
}

type Holder = {
  token_hash: string
  type: StaffType
  locations: string[]
  doctor_id: string | null
  device_locations: string[] | null
}

const LIVE_HOLDERS = {
  name: 'live-holders',
  text: `SELECT s.token_hash, staff.type, staff.locations, staff.doctor_id, d.locations AS device_locations
         FROM sessions s JOIN staff ON staff.id = s.staff_id LEFT JOIN devices d ON d.id = s.device_id
         WHERE s.token_hash = ANY($1) AND s.expires_at > $2 AND s.expires_at <= $3 AND s.locked_at IS NULL
           AND staff.disabled_at IS NULL`,
}

/** Makes open event streams check their sessions' rights again, at commit. */
export async function announceRights(db: Database): Promise<void> {
  await db.query(`SELECT ${TELL_ENDED}`)
}

/** Locks a session: none of its calls is answered, its open streams end, and its proof is over. */
export async function lockSession(db: Database, tokenHash: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE sessions SET locked_at = $2, proven_at = NULL WHERE token_hash = $1 AND locked_at IS NULL RETURNING ${TELL_ENDED}`,
    [tokenHash, now],
  )
}

/**
 * Unlocks a session for its proven owner, which counts as use.
 * @param provenAt time of a proof by more than a PIN; null: by a PIN
 */
export async function unlockSession(
  db: Database,
  session: Session,
  { provenAt, now }: { provenAt: Date | null; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE sessions SET locked_at = NULL, proven_at = coalesce($2, proven_at) WHERE token_hash = $1`,
    [session.tokenHash, provenAt],
  )
  await prolongSession(db, session, now)
}

/** Does nothing when the session has ended already. */
export async function endSession(db: Database, session: Session): Promise<void> {
  await db.query(`DELETE FROM sessions WHERE token_hash = $1 RETURNING ${TELL_ENDED}`, [session.tokenHash])
}

/**
 * Ends all sessions of a staff member, their PINs of reception tablets, and sign-ins that wait for a second factor. Update the person first (password,
 * disabled), in the same transaction: a concurrent sign-in locks that row, and has stored its session when it releases it.
 */
export async function endSessionsOf(db: Database, staffId: string): Promise<void> {
  await db.query(`DELETE FROM sessions WHERE staff_id = $1 RETURNING ${TELL_ENDED}`, [staffId])
  await db.query(`UPDATE device_people SET pin_hash = NULL WHERE staff_id = $1`, [staffId])
  await endStepsOf(db, staffId)
}

/** Ends the sessions of a condition. @returns how many */
export async function endSessionsBy(
  db: Database,
  { text, values }: { text: string; values: unknown[] },
): Promise<number> {
  const { rowCount } = await db.query(`DELETE FROM sessions WHERE ${text} RETURNING ${TELL_ENDED}`, values)
  return rowCount ?? 0
}
