import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { accountMailJobsFrom } from '../mails/queue.ts'
import type { Rank } from './in-turn.ts'
import { storePassword } from './password-reset.ts'
import { checkNewPassword } from './password-strength.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import type { SignedInStaff } from './sessions.ts'

/** The hash that matched the present password. */
export type Proven = { passwordHash: string }

/** Null: wrong password, or none because they sign in with a provider. */
export async function provePassword(
  pool: Pool,
  staffId: string,
  current: string,
  rank: Rank,
): Promise<Proven | null> {
  const { rows } = await pool.query<{ password_hash: string | null }>(
    `SELECT password_hash FROM staff WHERE id = $1 AND disabled_at IS NULL`,
    [staffId],
  )
  const passwordHash = rows[0]?.password_hash ?? null
  const matches = await passwordMatches(current, passwordHash, rank)
  return matches && passwordHash !== null ? { passwordHash } : null
}

/** Null in the table: they sign in with a provider. */
export async function hasPassword(pool: Pool, staffId: string): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>(
    `SELECT password_hash IS NOT NULL AS has FROM staff WHERE id = $1`,
    [staffId],
  )
  return rows[0]?.has ?? false
}

/**
 * Sets a new password, signs the person out everywhere and notifies them by mail.
 * @returns false when the password changed, or they were disabled, in the meantime
 * @throws HttpFailure 400 when the password is easy to guess
 */
export async function changePassword(
  pool: Pool,
  staff: SignedInStaff,
  { passwordHash }: Proven,
  password: string,
  { now, clinic }: { now: Date; clinic: Clinic },
): Promise<boolean> {
  await checkNewPassword(password, { ...staff, clinic })
  const newHash = await hashPassword(password)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ email_key: string }>(
      `SELECT email_key FROM staff WHERE id = $1 AND disabled_at IS NULL AND password_hash = $2 FOR NO KEY UPDATE`,
      [staff.id, passwordHash],
    )
    const [person] = rows
    if (!person) return false
    const { id } = staff
    const action = 'staff.password_changed'
    await storePassword(client, { id, emailKey: person.email_key }, newHash, { by: id, now, action })
    await client.query(accountMailJobsFrom('(SELECT $1::uuid AS id) AS person', 'password_changed'), [id])
    return true
  })
}
