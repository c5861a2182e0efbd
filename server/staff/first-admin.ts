import type { Pool } from 'pg'
import { isCommonPassword } from '../auth/common-passwords.ts'
import { makePassword } from '../auth/made-password.ts'
import { hashPassword } from '../auth/passwords.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { StartError } from '../start-error.ts'
import { type NewAccount, storeAccount } from './new-account.ts'

/** Any constant: the advisory lock under which the first admin is made. */
const FIRST_ADMIN_LOCK = 4_203_002

/** The account that was made; the password only if that was made too. */
export type FirstAdmin = { username: string; madePassword: string | undefined }

type Settings = { username: string; email: string; password: string | undefined }

/**
 * Makes sure that someone can sign in to a new clinic: with no admin there, one is made of the settings. Otherwise
 * they change nothing, a disabled admin included; the operator's command is for those who locked themselves out.
 * @returns what to show once, on the console only; null when there was an admin
 * @throws StartError when the settings cannot become an account
 */
export async function ensureFirstAdmin(
  pool: Pool,
  { username, email, password }: Settings,
  clinicName: string,
): Promise<FirstAdmin | null> {
  if (await hasAdmin(pool)) return null
  if (password !== undefined && (await isCommonPassword(password, { username, email, clinicName }))) {
    throw new StartError('ADMIN_PASSWORD is too easy to guess. Set another one.')
  }
  const madePassword = password === undefined ? await makePassword() : undefined
  const made = await storeFirstAdmin(
    pool,
    {
      username,
      email,
      // Until they say in their profile who they are.
      surname: 'Admin',
      otherNames: 'Clinic',
      type: 'admin',
      location: null,
      roleSlug: 'admin',
      passwordHash: await hashPassword(password ?? madePassword ?? ''),
    },
    'first_start',
  )
  return made ? { username, madePassword } : null
}

/**
 * Servers that start at once take turns, so that one of them makes the account.
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
