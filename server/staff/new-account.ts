import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { comparableEmail } from '../../domain/contact.ts'
import type { StaffType } from '../../domain/staff.ts'
import { audit } from '../audit/audit.ts'

export type NewAccount = {
  username: string
  email: string
  surname: string
  otherNames: string
  type: StaffType
  /** Code of a location; null: all of them. */
  location: string | null
  roleSlug?: string
  profession?: string
  passwordHash: string
}

export type Taken = 'username' | 'email'

/**
 * Stores an account that nobody was invited to: the first admin, or one that the person who runs the server adds.
 * @param by what the audit trail says about where it comes from
 * @returns its id, or which of its two names someone else has
 */
export async function storeAccount(
  db: Pick<Pool, 'query'>,
  account: NewAccount,
  by: 'first_start' | 'demo' | 'operator',
): Promise<{ id: string } | { taken: Taken }> {
  const id = randomUUID()
  const { username, email, surname, otherNames, type, location, passwordHash } = account
  const { roleSlug = null, profession = null } = account
  const emailKey = comparableEmail(email)
  const { rowCount } = await db.query(
    `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, location, role_slug, profession,
       password_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING`,
    [id, username, email, emailKey, surname, otherNames, type, location, roleSlug, profession, passwordHash],
  )
  if (rowCount === 0) {
    const { rows } = await db.query(`SELECT 1 FROM staff WHERE username = $1`, [username])
    return { taken: rows.length > 0 ? 'username' : 'email' }
  }
  await audit(db, { staffId: null, action: 'staff.added', subject: { kind: 'staff', id }, details: { by } })
  return { id }
}
