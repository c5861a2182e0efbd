import type { Pool, PoolClient } from 'pg'
import { fieldSentence } from '../../../contract/fields.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import type { AboutAccount } from '../../../domain/password-strength.ts'
import { hasRight, type RightsHolder, typesWith } from '../../../domain/rights.ts'
import { displayName, type StaffType } from '../../../domain/staff.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { Refused } from '../../platform/process/command-errors.ts'
import { audit } from '../audit/audit.ts'
import { makePassword } from '../auth/made-password.ts'
import { type NewAccount, storeAccount } from '../auth/new-account.ts'
import { storePassword } from '../auth/password-reset.ts'
import { weaknessOf } from '../auth/password-strength.ts'
import { hashPassword } from '../auth/passwords.ts'
import { resetFactors } from '../auth/second-factor/factors.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import { storeAccess, storeDisabled } from './repository.ts'

/*
 * Account commands of the operator, who has no session, so the audit trail has no name for them. Missing passwords are
 * generated, and returned to be shown once.
 */

type Rules = {
  clinic: Clinic
  /** The username of the one account that has a password (OIDC_ONLY); null: all have. */
  passwordsOnlyFor: string | null
}

const PASSWORDS_OFF =
  'Passwords are switched off (OIDC_ONLY) for all but the account of ADMIN_USERNAME: this one signs in with the provider.'

type ForOperator = Omit<NewAccount, 'passwordHash'>

/** @returns the password if it was generated; an account without one signs in with the provider */
export async function addAccount(
  pool: Pool,
  account: ForOperator,
  given: string | undefined,
  { clinic, passwordsOnlyFor }: Rules,
): Promise<string | undefined> {
  const isOff = passwordsOnlyFor !== null && passwordsOnlyFor !== account.username
  if (isOff && given !== undefined) throw new Refused(PASSWORDS_OFF)
  const { made, passwordHash } = isOff
    ? { made: undefined, passwordHash: null }
    : await passwordFor({ ...account, clinic }, given)
  await inTransaction(pool, async (client) => {
    const stored = await storeAccount(client, { ...account, passwordHash }, 'operator')
    if ('taken' in stored) throw new Refused(`Someone has this ${stored.taken} already.`)
  })
  return made
}

/**
 * Disables an account and ends its sessions and links, or enables it again.
 * @returns the number of active admins, to warn when none is left
 */
export function setAccountDisabled(
  pool: Pool,
  username: string,
  disabled: boolean,
  now: Date,
): Promise<{ admins: number }> {
  return inTransaction(pool, async (client) => {
    const { id, emailKey, disabledAt } = await lockedAccount(client, username)
    if (disabled !== (disabledAt !== null)) {
      await storeDisabled(client, { id, emailKey }, disabled, { by: null, now })
    }
    return { admins: await activeAdmins(client) }
  })
}

/**
 * Changes a person's rights.
 * @returns the number of active admins, to warn when none is left
 */
export function changeAccess(
  pool: Pool,
  username: string,
  access: RightsHolder,
): Promise<{ admins: number }> {
  return inTransaction(pool, async (client) => {
    await storeAccess(client, await lockedAccount(client, username), access, null)
    return { admins: await activeAdmins(client) }
  })
}

async function activeAdmins(client: PoolClient): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS admins FROM staff WHERE type = ANY($1) AND disabled_at IS NULL`,
    [typesWith('staff.write', 'all')],
  )
  return rows[0].admins
}

/** Sets a password and signs the person out everywhere. @returns the password if it was generated */
export async function resetAccountPassword(
  pool: Pool,
  username: string,
  given: string | undefined,
  { now, clinic, passwordsOnlyFor = null }: Partial<Rules> & { now: Date; clinic: Clinic },
): Promise<string | undefined> {
  if (passwordsOnlyFor !== null && passwordsOnlyFor !== username) throw new Refused(PASSWORDS_OFF)
  const { rows } = await pool.query(
    `SELECT username, email, surname, other_names AS "otherNames" FROM staff WHERE username = $1`,
    [username],
  )
  if (!rows[0]) throw new Refused(NOBODY)
  const { made, passwordHash } = await passwordFor({ ...rows[0], clinic }, given)
  await inTransaction(pool, async (client) => {
    const { id, emailKey } = await lockedAccount(client, username)
    await storePassword(client, { id, emailKey }, passwordHash, { by: null, now })
  })
  return made
}

/** Removes a person's second factors and signs them out everywhere. */
export function resetAccountFactors(pool: Pool, username: string, now: Date): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { id } = await lockedAccount(client, username)
    await resetFactors(client, id, now)
    await endSessionsOf(client, id)
  })
}

/** Lets an account be found by its address once more, as after a change of provider; ends its sessions. */
export function forgetProvider(pool: Pool, username: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { id } = await lockedAccount(client, username)
    await client.query(`UPDATE staff SET oidc_issuer = NULL, oidc_subject = NULL WHERE id = $1`, [id])
    await endSessionsOf(client, id)
    const subject = { kind: 'staff', id }
    const details = { by: 'operator' }
    await audit(client, { staffId: null, action: 'staff.provider_forgotten', subject, details })
  })
}

export type AccountLine = {
  username: string
  name: string
  email: string
  type: StaffType
  locations: string
  state: 'active' | 'disabled'
  lastSignIn: Date | null
}

/** Without any, an admin begins with all of them, and staff have none. */
function locationsText({ type, locations }: { type: StaffType; locations: string[] }): string {
  return locations.join(',') || (hasRight({ type }, 'book.read') ? 'all' : '')
}

/** By username, with the facts that identify an owner. */
export async function listAccounts(pool: Pool): Promise<AccountLine[]> {
  const { rows } = await pool.query(
    `SELECT username, email, surname, other_names, role_slug, profession, job_title, type, locations,
       disabled_at, last_sign_in_at FROM staff ORDER BY username`,
  )
  return rows.map((row) => ({
    username: row.username,
    name: displayName({ ...row, role: { slug: row.role_slug } }),
    email: row.email,
    type: row.type,
    locations: locationsText(row),
    state: row.disabled_at === null ? 'active' : 'disabled',
    lastSignIn: row.last_sign_in_at,
  }))
}

const NOBODY = 'There is no account with this username; `npm run staff -- list` shows them.'

async function lockedAccount(client: PoolClient, username: string) {
  const { rows } = await client.query<
    RightsHolder & { id: string; emailKey: string; disabledAt: Date | null }
  >(
    `SELECT id, type, locations, doctor_id AS "doctorId", email_key AS "emailKey", disabled_at AS "disabledAt" FROM staff WHERE username = $1
     FOR NO KEY UPDATE`,
    [username],
  )
  if (!rows[0]) throw new Refused(NOBODY)
  return rows[0]
}

async function passwordFor(about: AboutAccount, given: string | undefined) {
  const weakness = given === undefined ? null : await weaknessOf(given, about)
  if (weakness) throw new Refused(fieldSentence(weakness))
  const made = given === undefined ? await makePassword() : undefined
  return { made, passwordHash: await hashPassword(given ?? made ?? '') }
}
