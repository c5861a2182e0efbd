import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { StaffType } from '../../domain/staff.ts'
import { hashPassword } from '../../server/accounts/auth/passwords.ts'
import { startSession } from '../../server/accounts/auth/sessions.ts'

export type StaffOptions = {
  username?: string
  email?: string
  type?: StaffType
  location?: string | null
  /** Instead of `location`. */
  locations?: readonly string[]
  doctorId?: string | null
  /** Needed only to sign in by password. */
  password?: string
}

/** Cached: hashing takes a core for a twentieth of a second, and tests use few passwords. */
const hashes = new Map<string, Promise<string>>()

function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Stores a staff member without an invitation. */
export async function storeStaff(pool: Pool, options: StaffOptions = {}) {
  const { username = 'ada', type = 'admin', location = null, doctorId = null, password } = options
  const locations = options.locations ?? (location === null ? [] : [location])
  const email = options.email ?? `${username}@example.com`
  const id = randomUUID()
  await pool.query(
    `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, locations, doctor_id, password_hash)
     VALUES ($1, $2, $3, lower($3), 'Obi', 'Ada', $4, $5, $6, $7)`,
    [id, username, email, type, locations, doctorId, password === undefined ? null : await hashOf(password)],
  )
  return { id, username, email }
}

/** `bearer` goes into the headers of a call. */
export async function storeSignedIn(pool: Pool, now: Date, options: StaffOptions = {}) {
  const staff = await storeStaff(pool, options)
  const { token } = await startSession(pool, staff.id, now)
  return { ...staff, token, bearer: { authorization: `Bearer ${token}` } }
}
