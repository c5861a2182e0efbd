import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { comparableEmail } from '../../../domain/contact.ts'
import type { RightsHolder } from '../../../domain/rights.ts'
import { raiseAlarm } from '../audit/alarms.ts'
import { audit } from '../audit/audit.ts'

export type NewAccount = RightsHolder & {
  username: string
  email: string
  surname: string
  otherNames: string
  roleSlug?: string
  profession?: string | null
  jobTitle?: string | null
  /** Null: they sign in with a provider. */
  passwordHash: string | null
  /** Time of creation, from which bookings are unseen; by default the database's clock. */
  createdAt?: Date
}

export type Taken = 'username' | 'email'

/** @returns the account's id, or which of username and address is taken */
export async function insertAccount(
  db: Pick<Pool, 'query'>,
  account: NewAccount,
): Promise<{ id: string } | { taken: Taken }> {
  const id = randomUUID()
  const { username, email, surname, otherNames, type, locations, doctorId, passwordHash } = account
  const { roleSlug = null, profession = null, jobTitle = null, createdAt = null } = account
  const { rowCount } = await db.query(
    `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, locations, doctor_id, role_slug,
       profession, job_title, password_hash, created_at, notifications_seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       coalesce($14::timestamptz, now()), coalesce($14::timestamptz, now())) ON CONFLICT DO NOTHING`,
    [
      ...[id, username, email, comparableEmail(email), surname, otherNames, type, locations, doctorId],
      ...[roleSlug, profession, jobTitle, passwordHash, createdAt],
    ],
  )
  if (rowCount !== 0) return { id }
  const { rows } = await db.query(`SELECT 1 FROM staff WHERE username = $1`, [username])
  return { taken: rows.length > 0 ? 'username' : 'email' }
}

/**
 * Stores an account without an invitation: the first admin, or one that the operator adds.
 * @param by its origin for the audit trail
 * @returns as `insertAccount`
 */
export async function storeAccount(
  db: Pick<Pool, 'query'>,
  account: NewAccount,
  by: 'first_start' | 'demo' | 'operator',
): Promise<{ id: string } | { taken: Taken }> {
  const stored = await insertAccount(db, account)
  if ('id' in stored) {
    const subject = { kind: 'staff', id: stored.id }
    await audit(db, { staffId: null, action: 'staff.added', subject, details: { by, type: account.type } })
    if (account.type === 'admin') await raiseAlarm(db, { kind: 'new_admin', about: stored.id })
  }
  return stored
}
