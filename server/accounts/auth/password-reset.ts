import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { ResetPassword } from '../../../contract/auth.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { comparableEmail } from '../../../domain/contact.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { AuditAction } from '../audit/actions.ts'
import { audit } from '../audit/audit.ts'
import { accountMailJobsFrom } from '../mails/queue.ts'
import { revokeKeysOf } from './api-keys.ts'
import { endFeedsBeyond } from './feeds-beyond.ts'
import { withdrawInvitationsBy } from './invitations.ts'
import { forgetDevicesOf } from './known-devices.ts'
import { checkNewPassword } from './password-strength.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './sessions.ts'
import { newToken, tokenHash } from './tokens.ts'

const MINUTE_MS = 60_000
/** Lifetime of a reset link, from its sending (specification, section 9). */
export const RESET_LINK_MINUTES = 30
/** Older requests are dropped: a late link would be unexpected. */
const REQUEST_MINUTES = 60

// Where one account alone has a password ($5), a request for any other address counts as unknown: same work, no mail.
const REQUEST = `WITH request AS (
    INSERT INTO password_resets (id, email_key, created_at, expires_at)
    VALUES ($1, CASE WHEN $5::text IS NULL OR (SELECT email_key FROM staff WHERE username = $5) = $2 THEN $2 ELSE '' END, $3, $4)
    RETURNING id
  ) ${accountMailJobsFrom('request', 'password_reset')}`

type ResetRules = {
  now: Date
  /** The username of the one account that has a password (OIDC_ONLY); null: all have. */
  passwordsOnlyFor: string | null
}

/**
 * Stores a request and queues its mail in one statement, the same for every address: only the worker looks up
 * the account.
 */
export async function requestReset(
  pool: Pool,
  email: string,
  { now, passwordsOnlyFor }: ResetRules,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + REQUEST_MINUTES * MINUTE_MS)
  await pool.query(REQUEST, [randomUUID(), comparableEmail(email), now, expiresAt, passwordsOnlyFor])
}

export type ResetLink = { token: string; email: string; surname: string; otherNames: string }

/**
 * Creates the link of a request for the mail sent now, and ends earlier links of that person. Their row is
 * locked, so that of concurrent requests the newest link stays valid.
 * @returns null, and drops the request, when there is no such person or a newer request has its link
 */
export function makeResetLink(pool: Pool, requestId: string, now: Date): Promise<ResetLink | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query(
      `SELECT staff.id, staff.email, staff.email_key, staff.surname, staff.other_names, r.created_at
       FROM password_resets r JOIN staff ON staff.email_key = r.email_key AND staff.disabled_at IS NULL
       WHERE r.id = $1 AND r.used_at IS NULL AND r.created_at > $2
       FOR NO KEY UPDATE OF staff`,
      [requestId, new Date(now.getTime() - REQUEST_MINUTES * MINUTE_MS)],
    )
    const [person] = rows
    // Checked under the lock: its previous holder may have made the newer link.
    if (!person || (await hasNewerLink(client, { ...person, requestId }))) {
      await client.query(`DELETE FROM password_resets WHERE id = $1 AND used_at IS NULL`, [requestId])
      return null
    }
    await client.query(
      `DELETE FROM password_resets
       WHERE email_key = $1 AND id <> $2 AND token_hash IS NOT NULL AND used_at IS NULL`,
      [person.email_key, requestId],
    )
    const token = newToken()
    const { rowCount } = await client.query(
      `UPDATE password_resets SET staff_id = $2, token_hash = $3, expires_at = $4
       WHERE id = $1 AND used_at IS NULL`,
      [requestId, person.id, tokenHash(token), new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE_MS)],
    )
    if (rowCount === 0) return null
    return { token, email: person.email, surname: person.surname, otherNames: person.other_names }
  })
}

async function hasNewerLink(
  client: PoolClient,
  request: { email_key: string; created_at: Date; requestId: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM password_resets
     WHERE email_key = $1 AND (created_at, id) > ($2, $3::uuid) AND token_hash IS NOT NULL`,
    [request.email_key, request.created_at, request.requestId],
  )
  return rowCount !== 0
}

const OF_LINK = `SELECT staff.id, staff.username, staff.email, staff.surname, staff.other_names
  FROM password_resets r JOIN staff ON staff.id = r.staff_id AND staff.disabled_at IS NULL
  WHERE r.token_hash = $1 AND r.used_at IS NULL AND r.expires_at > $2 AND ($3::text IS NULL OR staff.username = $3)`

/**
 * Sets a new password by a mailed link, signs the person out everywhere and notifies them by mail. Of two
 * concurrent uses one wins.
 * @returns false when the link is wrong, expired or used, or of an account whose password is off
 * @throws HttpFailure 400 when the password is easy to guess; the link stays valid
 */
export async function resetPassword(
  pool: Pool,
  { token, password }: ResetPassword,
  { now, clinic, passwordsOnlyFor }: ResetRules & { clinic: Clinic },
): Promise<boolean> {
  const link = [tokenHash(token), now]
  const { rows } = await pool.query(OF_LINK, [...link, passwordsOnlyFor])
  const [owner] = rows
  if (!owner) return false
  const { username, email, surname, other_names: otherNames } = owner
  await checkNewPassword(password, { username, email, surname, otherNames, clinic })
  const passwordHash = await hashPassword(password)

  return inTransaction(pool, async (client) => {
    // Locks the person before their links, as makeResetLink does, to avoid a deadlock.
    const { rows } = await client.query(
      `SELECT email_key FROM staff WHERE id = $1 AND disabled_at IS NULL FOR NO KEY UPDATE`,
      [owner.id],
    )
    const [person] = rows
    if (!person) return false
    const used = await client.query(
      `UPDATE password_resets SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2`,
      link,
    )
    if (used.rowCount === 0) return false
    const { id } = owner
    await storePassword(client, { id, emailKey: person.email_key }, passwordHash, { by: id, now })
    await client.query(accountMailJobsFrom('(SELECT $1::uuid AS id) AS person', 'password_changed'), [
      owner.id,
    ])
    return true
  })
}

/**
 * Sets a password, ends the person's sessions, known devices, reset links, open invitations, API keys and calendar feeds, and writes
 * the audit entry.
 * Needs a transaction that locks the person's row.
 * @param by id of the person themselves; null: the operator
 */
export async function storePassword(
  client: PoolClient,
  { id, emailKey }: { id: string; emailKey: string },
  passwordHash: string,
  { by, now, action = 'staff.password_reset' }: { by: string | null; now: Date; action?: AuditAction },
): Promise<void> {
  await client.query(`UPDATE staff SET password_hash = $2 WHERE id = $1`, [id, passwordHash])
  await endSessionsOf(client, id)
  await forgetDevicesOf(client, id)
  await spendResetsOf(client, emailKey, now)
  await withdrawInvitationsBy(client, id)
  await revokeKeysOf(client, id, { by, because: 'password_changed' })
  await endFeedsBeyond(client, id, null, by)
  const details = by === null ? { by: 'operator' } : undefined
  const subject = { kind: 'staff', id }
  await audit(client, { staffId: by, action, subject, details })
}

/** Ends a person's unused requests, sent or not. */
export async function spendResetsOf(db: Pick<Pool, 'query'>, emailKey: string, now: Date): Promise<void> {
  await db.query(`UPDATE password_resets SET used_at = $2 WHERE email_key = $1 AND used_at IS NULL`, [
    emailKey,
    now,
  ])
}
