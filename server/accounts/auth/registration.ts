import type { Pool, PoolClient } from 'pg'
import type { Register } from '../../../contract/auth.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { comparableEmail } from '../../../domain/contact.ts'
import type { StaffType } from '../../../domain/staff.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { raiseAlarm } from '../audit/alarms.ts'
import { audit } from '../audit/audit.ts'
import { OPEN } from './invitations.ts'
import { insertAccount } from './new-account.ts'
import { checkNewPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { tokenHash } from './tokens.ts'
import { usernameFrom, usernamesLike } from './username.ts'

export type RegistrationOutcome =
  | { kind: 'registered'; staffId: string }
  | { kind: 'link_spent' | 'username_taken' | 'already_staff' }

/** The invitation $2 for the address $3, if it is valid at $1. */
const INVITED = `token_hash = $2 AND email_key = $3 AND ${OPEN}`

type Invitation = {
  id: string
  email: string
  surname: string
  other_names: string
  type: StaffType
  locations: string[]
  doctor_id: string | null
  profession: string | null
  job_title: string | null
}

/**
 * Accepts an invitation: one use, by the invited address. Of two concurrent uses one wins. A missing username
 * is made from the address; a taken one leaves the invitation open.
 * @throws HttpFailure 400 when the password is easy to guess; the invitation stays open
 */
export async function register(
  pool: Pool,
  { invite, email, password, username }: Register,
  { now, clinic }: { now: Date; clinic: Clinic },
): Promise<RegistrationOutcome> {
  const link = [now, tokenHash(invite), comparableEmail(email)]
  const { rows } = await pool.query<Invitation>(`SELECT * FROM invitations WHERE ${INVITED}`, link)
  const [invited] = rows
  if (!invited) return { kind: 'link_spent' }
  const { surname, other_names: otherNames } = invited
  await checkNewPassword(password, { username, email, surname, otherNames, clinic })
  const passwordHash = await hashPassword(password)

  return inTransaction<RegistrationOutcome>(pool, async (client) => {
    const used = await client.query<Invitation>(
      `UPDATE invitations SET used_at = $1 WHERE ${INVITED} RETURNING *`,
      link,
    )
    const [invitation] = used.rows
    if (!invitation) return { kind: 'link_spent' }
    const names = username === null ? usernamesLike(usernameFrom(invitation.email)) : [username]
    return {
      kind: 'registered',
      staffId: await storeRegistered(client, invitation, { names, passwordHash, now }),
    }
  }).catch((error: unknown) => {
    if (error instanceof Undone) return { kind: error.kind }
    throw error
  })
}

/**
 * Accepts the open invitation of an address that an OpenID provider has verified: the account has no password. Needs a
 * transaction, which fails with `Undone` where the invitation cannot be accepted.
 * @param reserved the username of the account that keeps its password
 * @returns the id of the new account; null: no invitation for that address
 */
export async function registerWithProvider(
  client: PoolClient,
  email: string,
  { now, reserved }: { now: Date; reserved: string },
): Promise<string | null> {
  const { rows } = await client.query<Invitation>(
    `UPDATE invitations SET used_at = $1 WHERE email_key = $2 AND ${OPEN} RETURNING *`,
    [now, comparableEmail(email)],
  )
  const [invitation] = rows
  if (!invitation) return null
  const names = usernamesLike(usernameFrom(invitation.email)).filter((name) => name !== reserved)
  return storeRegistered(client, invitation, { names, passwordHash: null, now })
}

type Registering = { names: Iterable<string>; passwordHash: string | null; now: Date }

async function storeRegistered(
  client: PoolClient,
  invitation: Invitation,
  registering: Registering,
): Promise<string> {
  const staffId = await storeInvited(client, invitation, registering)
  const subject = { kind: 'staff', id: staffId }
  const details = { invitation: invitation.id, type: invitation.type }
  await audit(client, { staffId, action: 'staff.registered', subject, details })
  if (invitation.type === 'admin') await raiseAlarm(client, { kind: 'new_admin', about: staffId })
  return staffId
}

/** Rolls back the transaction, so the invitation stays unused. */
export class Undone extends Error {
  readonly kind: 'username_taken' | 'already_staff'
  constructor(kind: Undone['kind']) {
    super(kind)
    this.kind = kind
  }
}

/** @returns the id of the new account @throws Undone when no username is free, or the address is taken */
async function storeInvited(
  client: PoolClient,
  { email, surname, other_names, type, locations, doctor_id, profession, job_title }: Invitation,
  { names, passwordHash, now }: Registering,
): Promise<string> {
  const access = { type, locations, doctorId: doctor_id }
  const person = { ...access, email, surname, otherNames: other_names, profession, jobTitle: job_title }
  for (const username of names) {
    const stored = await insertAccount(client, { ...person, username, passwordHash, createdAt: now })
    if ('id' in stored) return stored.id
    // The account was created another way since the invitation was sent.
    if (stored.taken === 'email') throw new Undone('already_staff')
  }
  throw new Undone('username_taken')
}
