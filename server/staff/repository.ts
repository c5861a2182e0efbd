import type { Pool, PoolClient } from 'pg'
import { audit } from '../audit/audit.ts'
import { forgetDevicesOf } from '../auth/known-devices.ts'
import { spendResetsOf } from '../auth/password-reset.ts'
import { endSessionsOf, type SignedInStaff } from '../auth/sessions.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { OPEN } from './invitations.ts'

/** An account, or an open invitation. */
export type Listed = Omit<SignedInStaff, 'username'> & {
  state: 'active' | 'invited' | 'disabled'
  username: string | null
  lastSignInAt: Date | null
}

// Returns the count even for a page past the end.
const LIST = `WITH listed AS (
    SELECT id, CASE WHEN disabled_at IS NULL THEN 'active' ELSE 'disabled' END AS state, username, email, surname,
      other_names, type, location, role_slug, profession, job_title, last_sign_in_at
    FROM staff
    UNION ALL
    SELECT id, 'invited', NULL, email, surname, other_names, type, location, NULL, profession, job_title, NULL
    FROM invitations WHERE ${OPEN}
  )
  SELECT counted.total, page.id, page.state, page.username, page.email, page.surname,
    page.other_names AS "otherNames", page.type, page.location, page.role_slug AS "roleSlug", page.profession,
    page.job_title AS "jobTitle", page.last_sign_in_at AS "lastSignInAt"
  FROM (SELECT count(*)::int AS total FROM listed) counted
  LEFT JOIN LATERAL (
    SELECT *, row_number() OVER (
      ORDER BY array_position(ARRAY['active', 'invited', 'disabled'], state), lower(surname), lower(other_names), id
    ) AS place
    FROM listed ORDER BY place LIMIT $2 OFFSET $3
  ) page ON true
  ORDER BY page.place`

/** Active accounts by surname, then invitations, then disabled accounts. */
export async function listStaff(
  pool: Pool,
  { page, limit }: { page: number; limit: number },
  now: Date,
): Promise<{ total: number; listed: Listed[] }> {
  const { rows } = await pool.query(LIST, [now, limit, (page - 1) * limit])
  return { total: rows[0]?.total ?? 0, listed: rows.filter(({ id }) => id !== null) }
}

export type ChangeOutcome = 'done' | 'not_found' | 'last_admin' | 'oneself' | 'not_allowed'

/**
 * Disables an account and ends its sessions and reset links, or enables it again. Nobody can disable
 * themselves or the last active admin, which would lock out the clinic.
 * @param by id of the admin who does it
 */
export function setDisabled(
  pool: Pool,
  id: string,
  disabled: boolean,
  { by, now }: { by: string; now: Date },
): Promise<ChangeOutcome> {
  return inTransaction(pool, async (client) => {
    // Locked in order of id: two admins who disable one another take turns, and the second is refused.
    const admins = await client.query<{ id: string }>(
      `SELECT id FROM staff WHERE type = 'admin' AND disabled_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
    )
    const { rows } = await client.query<{ disabled_at: Date | null; email_key: string }>(
      `SELECT disabled_at, email_key FROM staff WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    )
    const [person] = rows
    if (!person) return 'not_found'
    const isLast = admins.rows.length === 1 && admins.rows[0]?.id === id
    if (disabled && isLast) return 'last_admin'
    if (disabled && id === by) return 'oneself'
    // They were disabled in the meantime.
    if (!admins.rows.some((admin) => admin.id === by)) return 'not_allowed'
    if (disabled === (person.disabled_at !== null)) return 'done'

    await storeDisabled(client, { id, emailKey: person.email_key }, disabled, { by, now })
    return 'done'
  })
}

/**
 * Disables or enables an account, ends its sessions, known devices and reset links, and writes the audit entry. Needs a
 * transaction that locks the person's row.
 * @param by id of the admin who does it; null: the operator
 */
export async function storeDisabled(
  client: PoolClient,
  { id, emailKey }: { id: string; emailKey: string },
  disabled: boolean,
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  await client.query(`UPDATE staff SET disabled_at = $2 WHERE id = $1`, [id, disabled ? now : null])
  if (disabled) {
    await endSessionsOf(client, id)
    await forgetDevicesOf(client, id)
    await spendResetsOf(client, emailKey, now)
  }
  const action = disabled ? 'staff.disabled' : 'staff.enabled'
  const details = by === null ? { by: 'operator' } : undefined
  await audit(client, { staffId: by, action, subject: { kind: 'staff', id }, details })
}
