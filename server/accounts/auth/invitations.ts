import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { InviteStaff } from '../../../contract/staff.ts'
import { comparableEmail } from '../../../domain/contact.ts'
import { mayManage, type RightsHolder, typesUnder, typesWith } from '../../../domain/rights.ts'
import { STAFF_TYPES, type StaffType } from '../../../domain/staff.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { audit } from '../audit/audit.ts'
import { accountMailJobsFrom } from '../mails/queue.ts'
import { newToken, tokenHash } from './tokens.ts'

const DAY_MS = 86_400_000
/** Lifetime of an invitation, from the sending of its mail. */
export const INVITATION_DAYS = 7
/** Limit of open invitations for the whole clinic. */
export const OPEN_INVITATIONS = 50

/**
 * Valid invitations at $1, as a condition on `invitations`: unused, not expired, and from a person who is still active
 * and may still grant the offered rights. Re-enabling that person makes them valid again.
 */
export const OPEN = `invitations.used_at IS NULL AND invitations.expires_at > $1 AND EXISTS (
  SELECT 1 FROM staff inviter
  WHERE inviter.id = invitations.invited_by AND inviter.disabled_at IS NULL AND (${STAFF_TYPES.flatMap(offers).join(' OR ')}))`

/** Types that an inviter may offer, as SQL: `mayManage` of domain/rights.ts. */
function offers(type: StaffType): string[] {
  const types = typesUnder(type).map((each) => `'${each}'`)
  if (types.length === 0) return []
  const theirs = `inviter.type = '${type}' AND invitations.type IN (${types.join(', ')})`
  if (typesWith('staff.write', 'all').includes(type)) return [`(${theirs})`]
  return [
    `(${theirs} AND cardinality(invitations.locations) > 0 AND invitations.locations <@ inviter.locations)`,
  ]
}

// A second invitation replaces the first with a new id, so that the first one's link and job find nothing.
const STORE = `WITH invitation AS (
    INSERT INTO invitations (id, email, email_key, surname, other_names, type, locations, doctor_id, profession,
      job_title, invited_by, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    ON CONFLICT (email_key) WHERE used_at IS NULL DO UPDATE SET
      id = excluded.id, email = excluded.email, surname = excluded.surname, other_names = excluded.other_names,
      type = excluded.type, locations = excluded.locations, doctor_id = excluded.doctor_id, profession = excluded.profession,
      job_title = excluded.job_title, invited_by = excluded.invited_by, token_hash = NULL,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    RETURNING id
  ) ${accountMailJobsFrom('invitation', 'invitation')}`

/** The invited person, with the offered rights. */
export type Invited = Omit<InviteStaff, 'type' | 'location' | 'locations' | 'doctorId'> & RightsHolder

export type InviteOutcome = 'invited' | 'already_staff' | 'too_many'

/**
 * Stores an invitation and queues its mail in one statement. An open one for the same address is replaced, unless its
 * rights are beyond the inviter's: that reads like an account.
 * @param by the inviter and their rights
 */
export function inviteStaff(
  pool: Pool | PoolClient,
  invite: Invited,
  { by, now, limits }: { by: RightsHolder & { id: string }; now: Date; limits: boolean },
): Promise<InviteOutcome> {
  const emailKey = comparableEmail(invite.email)
  return inTransaction(pool, async (client) => {
    // Invitations are rare, so a table lock keeps the checks valid until the insert.
    await client.query('LOCK TABLE invitations IN SHARE ROW EXCLUSIVE MODE')
    const account = await client.query(`SELECT 1 FROM staff WHERE email_key = $1`, [emailKey])
    if (account.rowCount !== 0) return 'already_staff'
    const same = await client.query<RightsHolder>(
      `SELECT ${OFFERED} FROM invitations WHERE email_key = $2 AND ${OPEN}`,
      [now, emailKey],
    )
    if (same.rows.some((offered) => !mayManage(by, offered))) return 'already_staff'
    const open = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM invitations WHERE ${OPEN} AND email_key <> $2`,
      [now, emailKey],
    )
    if (limits && (open.rows[0]?.n ?? 0) >= OPEN_INVITATIONS) return 'too_many'

    const id = randomUUID()
    const { email, surname, other_names, type, locations, doctorId, profession, job_title } = invite
    const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
    const person = [email, emailKey, surname, other_names]
    const values = [...person, type, locations, doctorId, profession, job_title]
    await client.query(STORE, [id, ...values, by.id, now, expiresAt])
    const subject = { kind: 'invitation', id }
    await audit(client, { staffId: by.id, action: 'staff.invited', subject, details: { type, locations } })
    return 'invited'
  })
}

/** Withdraws an invitation within a person's rights, and its link. @returns false when there is no such open one */
export function withdrawInvitation(
  pool: Pool,
  id: string,
  by: RightsHolder & { id: string },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<RightsHolder>(
      `SELECT ${OFFERED} FROM invitations WHERE id = $1 AND used_at IS NULL FOR UPDATE`,
      [id],
    )
    if (!rows[0] || !mayManage(by, rows[0])) return false
    await client.query(`DELETE FROM invitations WHERE id = $1`, [id])
    const subject = { kind: 'invitation', id }
    await audit(client, { staffId: by.id, action: 'staff.invitation_withdrawn', subject })
    return true
  })
}

/** Withdraws a person's open invitations, which a thief of the session may have sent. Each is in the audit trail. */
export async function withdrawInvitationsBy(client: PoolClient, staffId: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `DELETE FROM invitations WHERE invited_by = $1 AND used_at IS NULL RETURNING id`,
    [staffId],
  )
  for (const { id } of rows) {
    const subject = { kind: 'invitation', id }
    const details = { because: 'password_changed' }
    await audit(client, { staffId, action: 'staff.invitation_withdrawn', subject, details })
  }
}

/** The rights in an invitation, as a `RightsHolder`. */
const OFFERED = `type, locations, doctor_id AS "doctorId"`

export type InvitationLink = { token: string; email: string; surname: string; otherNames: string }

/**
 * Creates an invitation's link for the mail sent now; the link of an earlier attempt ends.
 * @returns null when the invitation was replaced, withdrawn, accepted or expired
 */
export async function makeInvitationLink(pool: Pool, id: string, now: Date): Promise<InvitationLink | null> {
  const token = newToken()
  const { rows } = await pool.query<{ email: string; surname: string; other_names: string }>(
    `UPDATE invitations SET token_hash = $3, expires_at = $4 WHERE id = $2 AND ${OPEN}
     RETURNING email, surname, other_names`,
    [now, id, tokenHash(token), new Date(now.getTime() + INVITATION_DAYS * DAY_MS)],
  )
  const [row] = rows
  return row ? { token, email: row.email, surname: row.surname, otherNames: row.other_names } : null
}
