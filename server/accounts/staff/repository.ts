import type { Pool, PoolClient } from 'pg'
import {
  hasRight,
  isNarrower,
  mayManage,
  type RightsHolder,
  reachOf,
  typesUnder,
  typesWith,
} from '../../../domain/rights.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { raiseAlarm } from '../audit/alarms.ts'
import { audit } from '../audit/audit.ts'
import { revokeKeysOf } from '../auth/api-keys.ts'
import { endFeedsBeyond } from '../auth/feeds-beyond.ts'
import { OPEN } from '../auth/invitations.ts'
import { forgetDevicesOf } from '../auth/known-devices.ts'
import { spendResetsOf } from '../auth/password-reset.ts'
import { announceRights, endSessionsOf, type SignedInStaff } from '../auth/sessions.ts'

/** An account, or an open invitation. */
export type ListedAccount = Omit<SignedInStaff, 'username'> & {
  state: 'active' | 'invited' | 'disabled'
  username: string | null
  lastSignInAt: Date | null
}

/** Accounts that a person may manage, by the types $4 and the locations $5 of their right; null: all. */
const WITHIN = `type = ANY($4) AND ($5::text[] IS NULL OR cardinality(locations) > 0 AND locations <@ $5)`

// Returns the count even for a page past the end.
const LIST = `WITH listed AS (
    SELECT id, CASE WHEN disabled_at IS NULL THEN 'active' ELSE 'disabled' END AS state, username, email, surname,
      other_names, type, locations, doctor_id, rights_version, role_slug, profession, job_title, last_sign_in_at
    FROM staff WHERE ${WITHIN}
    UNION ALL
    SELECT id, 'invited', NULL, email, surname, other_names, type, locations, doctor_id, 1, NULL, profession,
      job_title, NULL
    FROM invitations WHERE ${OPEN} AND ${WITHIN}
  )
  SELECT counted.total, page.id, page.state, page.username, page.email, page.surname,
    page.other_names AS "otherNames", page.type, page.locations,
    page.doctor_id AS "doctorId", page.rights_version AS "rightsVersion", page.role_slug AS "roleSlug", page.profession,
    page.job_title AS "jobTitle", page.last_sign_in_at AS "lastSignInAt"
  FROM (SELECT count(*)::int AS total FROM listed) counted
  LEFT JOIN LATERAL (
    SELECT *, row_number() OVER (
      ORDER BY array_position(ARRAY['active', 'invited', 'disabled'], state), lower(surname), lower(other_names), id
    ) AS place
    FROM listed ORDER BY place LIMIT $2 OFFSET $3
  ) page ON true
  ORDER BY page.place`

/**
 * Active accounts by surname, then invitations, then disabled accounts.
 * @param by the reader: accounts that they may manage
 */
export async function listStaff(
  pool: Pool,
  { page, limit }: { page: number; limit: number },
  { by, now }: { by: RightsHolder; now: Date },
): Promise<{ total: number; listed: ListedAccount[] }> {
  const locations = reachOf(by, 'staff.write')?.locations ?? null
  const values = [now, limit, (page - 1) * limit, typesUnder(by.type), locations]
  const { rows } = await pool.query(LIST, values)
  return { total: rows[0]?.total ?? 0, listed: rows.filter(({ id }) => id !== null) }
}

export type ChangeOutcome = 'done' | 'not_found' | 'last_admin' | 'oneself' | 'not_allowed'

/** Author of a change to an account: their id, and the codes that their session is bound to; null: to none. */
type Doer = { by: string; within: readonly string[] | null }
type Account = RightsHolder & { id: string; emailKey: string; disabledAt: Date | null }

/**
 * Disables an account and ends its sessions and reset links, or enables it again. Disabling oneself or the last active
 * admin is refused, as it would lock out the clinic.
 */
export function setDisabled(
  pool: Pool,
  id: string,
  disabled: boolean,
  { by, within, now }: Doer & { now: Date },
): Promise<ChangeOutcome> {
  return inTransaction(pool, async (client) => {
    const { person, isLast, actor } = await lockedFor(client, id, { by, within })
    if (!person || (actor && !mayManage(actor, person))) return 'not_found'
    if (disabled && isLast) return 'last_admin'
    if (disabled && id === by) return 'oneself'
    // They were disabled, or may less, in the meantime.
    if (!actor) return 'not_allowed'
    if (disabled === (person.disabledAt !== null)) return 'done'

    await storeDisabled(client, { id, emailKey: person.emailKey }, disabled, { by, now })
    return 'done'
  })
}

/**
 * Changes a person's rights. Their sessions continue with them at once; their devices delete their data when the rights
 * shrink (`rights_version`). Changing oneself or the last active admin is refused.
 */
export function setAccess(
  pool: Pool,
  id: string,
  access: RightsHolder,
  { by, within }: Doer,
): Promise<ChangeOutcome> {
  return inTransaction(pool, async (client) => {
    const { person, isLast, actor } = await lockedFor(client, id, { by, within })
    if (!actor) return 'not_allowed'
    if (!person) return 'not_found'
    if (id === by) return 'oneself'
    if (!mayManage(actor, person)) return 'not_found'
    if (!mayManage(actor, access)) return 'not_allowed'
    if (isLast && access.type !== person.type) return 'last_admin'
    await storeAccess(client, person, access, by)
    return 'done'
  })
}

/**
 * Locks an account and the author of the change; `actor` is null for a person who is no longer active or lacks the
 * right.
 */
async function lockedFor(client: PoolClient, id: string, { by, within }: Doer) {
  // Locked in order of id: two who change one another take turns, and the second is refused.
  const { rows } = await client.query<Account>(
    `SELECT id, type, locations, doctor_id AS "doctorId", email_key AS "emailKey", disabled_at AS "disabledAt"
     FROM staff WHERE id = ANY($1) OR type = ANY($2) AND disabled_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
    [[id, by], WITHOUT_BOUNDS],
  )
  const active = rows.filter(({ disabledAt }) => disabledAt === null)
  const admins = active.filter(({ type }) => WITHOUT_BOUNDS.includes(type))
  const found = active.find((each) => each.id === by && hasRight(each, 'staff.write'))
  const actor = found && {
    ...found,
    locations: found.locations.filter((code) => within?.includes(code) ?? true),
  }
  return {
    person: rows.find((each) => each.id === id),
    isLast: admins.length === 1 && admins[0]?.id === id,
    actor: actor ?? null,
  }
}

/** Types whose last account has to stay, since no other type creates one. */
const WITHOUT_BOUNDS = typesWith('staff.write', 'all')

/**
 * Stores a person's rights, with the audit entry. Needs a transaction that locks the person's row.
 * @param by id of the author; null: the operator
 */
export async function storeAccess(
  client: PoolClient,
  { id, ...before }: RightsHolder & { id: string },
  { type, locations, doctorId }: RightsHolder,
  by: string | null,
): Promise<void> {
  const after = { type, locations, doctorId }
  const fewer = isNarrower(after, before)
  await client.query(
    `UPDATE staff SET type = $2, locations = $3, doctor_id = $4, rights_version = rights_version + $5 WHERE id = $1`,
    [id, type, locations, doctorId, fewer ? 1 : 0],
  )
  await endFeedsBeyond(client, id, after, by)
  await announceRights(client)
  if (!hasRight(after, 'apiKeys')) await revokeKeysOf(client, id, { by, because: 'access_changed' })
  const details = {
    type,
    from: before.type,
    locations,
    doctorId,
    fewer,
    ...(by === null && { by: 'operator' }),
  }
  if (type === 'admin' && before.type !== 'admin') await raiseAlarm(client, { kind: 'new_admin', about: id })
  await audit(client, {
    staffId: by,
    action: 'staff.access_changed',
    subject: { kind: 'staff', id },
    details,
  })
}

/**
 * Disables or enables an account, ends its sessions, known devices, calendar feeds, reset links and API keys, and
 * writes the audit entry. Needs a transaction that locks the person's row.
 * @param by id of the author; null: the operator
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
    await endFeedsBeyond(client, id, null, by)
    // Also where the person has no session that ends.
    await announceRights(client)
    await revokeKeysOf(client, id, { by, because: 'disabled' })
  }
  const action = disabled ? 'staff.disabled' : 'staff.enabled'
  const details = by === null ? { by: 'operator' } : undefined
  await audit(client, { staffId: by, action, subject: { kind: 'staff', id }, details })
}
