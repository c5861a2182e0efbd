import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Register } from '../../contract/auth.ts'
import { comparableEmail } from '../../domain/contact.ts'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { OPEN } from '../staff/invitations.ts'
import { usernameFrom, usernamesLike } from '../staff/username.ts'
import { checkNewPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { tokenHash } from './tokens.ts'

export type RegistrationOutcome =
  | { kind: 'registered'; staffId: string }
  | { kind: 'link_spent' | 'username_taken' | 'already_staff' }

/** The invitation of $2 for the address $3, as long as it can be taken up at $1. */
const INVITED = `token_hash = $2 AND email_key = $3 AND ${OPEN}`

type Invitation = {
  id: string
  email: string
  email_key: string
  surname: string
  other_names: string
  type: string
  location: string | null
  profession: string | null
  job_title: string | null
}

/**
 * Takes up an invitation: one use, by the address it was sent to. Of two uses at once one wins.
 * Without a username one is made of the address; one that was typed and is taken leaves the invitation open.
 * @throws HttpFailure 400 when anyone would guess the password; the invitation stays open
 */
export async function register(
  pool: Pool,
  { invite, email, password, username }: Register,
  { now, clinicName }: { now: Date; clinicName: string },
): Promise<RegistrationOutcome> {
  const link = [now, tokenHash(invite), comparableEmail(email)]
  const { rows } = await pool.query<Invitation>(`SELECT * FROM invitations WHERE ${INVITED}`, link)
  const [invited] = rows
  if (!invited) return { kind: 'link_spent' }
  const { surname, other_names: otherNames } = invited
  await checkNewPassword(password, { username, email, surname, otherNames, clinicName })
  const passwordHash = await hashPassword(password)

  return inTransaction<RegistrationOutcome>(pool, async (client) => {
    const used = await client.query<Invitation>(
      `UPDATE invitations SET used_at = $1 WHERE ${INVITED} RETURNING *`,
      link,
    )
    const [invitation] = used.rows
    if (!invitation) return { kind: 'link_spent' }
    const names = username === null ? usernamesLike(usernameFrom(invitation.email)) : [username]
    const staffId = await storeStaff(client, invitation, { names, passwordHash, now })
    if (staffId === null) throw new Undone('username_taken')
    const subject = { kind: 'staff', id: staffId }
    const details = { invitation: invitation.id }
    await audit(client, { staffId, action: 'staff.registered', subject, details })
    return { kind: 'registered', staffId }
  }).catch((error: unknown) => {
    if (error instanceof Undone) return { kind: error.kind }
    // Someone made this account another way since the invitation went out.
    if ((error as { constraint?: unknown }).constraint === 'staff_email_key') return { kind: 'already_staff' }
    throw error
  })
}

/** Ends the transaction and with it the use of the invitation. */
class Undone extends Error {
  readonly kind: 'username_taken'
  constructor(kind: 'username_taken') {
    super(kind)
    this.kind = kind
  }
}

/** @returns the id of the new account; null when none of the names is free */
async function storeStaff(
  client: PoolClient,
  invitation: Invitation,
  { names, passwordHash, now }: { names: Iterable<string>; passwordHash: string; now: Date },
): Promise<string | null> {
  const id = randomUUID()
  const { email, email_key, surname, other_names, type, location, profession, job_title } = invitation
  const person = [email, email_key, surname, other_names, type, location, profession, job_title]
  for (const username of names) {
    const { rowCount } = await client.query(
      `INSERT INTO staff (id, username, email, email_key, surname, other_names, type, location, profession, job_title,
         password_hash, notifications_seen_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
       ON CONFLICT (username) DO NOTHING`,
      [id, username, ...person, passwordHash, now],
    )
    if (rowCount !== 0) return id
  }
  return null
}
