import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { makePassword } from '../auth/made-password.ts'
import { type NewAccount, storeAccount } from '../auth/new-account.ts'
import { weaknessOf } from '../auth/password-strength.ts'
import { hashPassword } from '../auth/passwords.ts'

/** Any constant works: the advisory lock for creating the first admin. */
const FIRST_ADMIN_LOCK = 4_203_002

/** The password is set only if it was generated. */
export type FirstAdmin = { username: string; madePassword: string | undefined }

type Settings = { username: string; email: string; password: string | undefined }

/**
 * Creates an admin from the settings when there is none. Otherwise nothing changes, even if the admin is disabled;
 * operators have a command for lock-outs.
 * @returns credentials to show once, on the console only; null when there was an admin
 * @throws StartError when the settings cannot become an account
 */
export async function ensureFirstAdmin(
  pool: Pool,
  { username, email, password }: Settings,
  clinic: Clinic,
): Promise<FirstAdmin | null> {
  if (await hasAdmin(pool)) return null
  if (password !== undefined && (await weaknessOf(password, { username, email, clinic }))) {
    throw new StartError('ADMIN_PASSWORD is too easy to guess. Set another one.')
  }
  const madePassword = password === undefined ? await makePassword() : undefined
  const made = await storeFirstAdmin(
    pool,
    {
      username,
      email,
      // Until they fill in their profile.
      surname: 'Admin',
      otherNames: 'Clinic',
      type: 'admin',
      locations: [],
      doctorId: null,
      roleSlug: 'admin',
      passwordHash: await hashPassword(password ?? madePassword ?? ''),
    },
    'first_start',
  )
  return made ? { username, madePassword } : null
}

/**
 * Locks, so that only one of several starting servers creates the account.
 * @returns false when there is an admin already
 */
export function storeFirstAdmin(
  pool: Pool,
  account: NewAccount,
  by: 'first_start' | 'demo',
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_ADMIN_LOCK])
    if (await hasAdmin(client)) return false
    const stored = await storeAccount(client, account, by)
    if ('taken' in stored) {
      const setting = stored.taken === 'username' ? 'ADMIN_USERNAME' : 'ADMIN_EMAIL'
      throw new StartError(
        `There is no admin yet, and ${setting} belongs to someone who is none. Set another one.`,
      )
    }
    return true
  })
}

async function hasAdmin(db: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await db.query(`SELECT 1 FROM staff WHERE type = 'admin' LIMIT 1`)
  return rows.length > 0
}
