import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { DeviceState } from '../../../contract/devices.ts'
import type { Reach } from '../../../domain/rights.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { audit } from '../audit/audit.ts'
import type { SignedInStaff } from '../auth/sessions.ts'
import { newToken, tokenHash } from '../auth/tokens.ts'
import { removeEverybody } from './people.ts'

const DAY_MS = 86_400_000
/** Tablets that are active at a time, of the whole clinic. */
export const ACTIVE_DEVICES = 50
/** Days for which an inactive device is listed. Then its row goes (server/operations/retention/housekeeping.ts). */
const LISTED_DAYS = 30

export type ListedDevice = {
  id: string
  name: string
  state: DeviceState
  registeredAt: Date
  lastSeenAt: Date | null
  /** Codes; null: all. */
  locations: string[] | null
  /** Staff member who registered it; null: the account is gone. */
  by: Names | null
  people: (Names & { id: string; signedInAt: string })[]
}

type Names = Pick<SignedInStaff, 'surname' | 'otherNames' | 'roleSlug' | 'profession' | 'jobTitle'>

/** Keys and values of `Names`, for an object of JSON. @param staff the table's name in the query */
const namesOf = (staff: string) => `'surname', ${staff}.surname, 'otherNames', ${staff}.other_names,
  'roleSlug', ${staff}.role_slug, 'profession', ${staff}.profession, 'jobTitle', ${staff}.job_title`

/** Tablets within the locations $2 of a right; null: all, also tablets of all locations. */
const WITHIN = `($2::text[] IS NULL OR d.locations <@ $2)`
const LISTED = `(state = 'active' OR ended_at > $1) AND ${WITHIN}`

const PAGE = `SELECT d.id, d.name, d.state, d.registered_at AS "registeredAt", d.last_seen_at AS "lastSeenAt", d.locations,
    CASE WHEN staff.id IS NOT NULL THEN json_build_object(${namesOf('staff')}) END AS by,
    (SELECT coalesce(json_agg(json_build_object('id', who.id, 'signedInAt', p.signed_in_at, ${namesOf('who')})
        ORDER BY p.added_at, who.id), '[]')
      FROM device_people p JOIN staff who ON who.id = p.staff_id WHERE p.device_id = d.id) AS people
  FROM devices d LEFT JOIN staff ON staff.id = d.registered_by
  WHERE ${LISTED}
  ORDER BY d.state = 'active' DESC, d.ended_at DESC, lower(d.name), d.id
  LIMIT $3 OFFSET $4`

/** One page of the tablets: active ones by name, then those that ended in the last 30 days, the latest first. */
export async function listDevices(
  pool: Pick<Pool, 'query'>,
  { page, limit }: { page: number; limit: number },
  { reach, now }: { reach: Reach; now: Date },
): Promise<{ total: number; rows: ListedDevice[] }> {
  const since = new Date(now.getTime() - LISTED_DAYS * DAY_MS)
  const [{ rows }, totals] = await Promise.all([
    pool.query<ListedDevice>(PAGE, [since, reach.locations, limit, (page - 1) * limit]),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM devices d WHERE ${LISTED}`, [
      since,
      reach.locations,
    ]),
  ])
  return { rows, total: totals.rows[0]?.total ?? 0 }
}

/** A new tablet. `locations` are codes; null: all. */
type NewDevice = { name: string; locations: readonly string[] | null }

/**
 * Registers a tablet. @returns its id and token, of which only the hash is stored; 'too_many' at the clinic's limit
 * @param by id of the browser's user
 */
export function registerDevice(
  pool: Pool | PoolClient,
  { name, locations }: NewDevice,
  { by, now, limits }: { by: string; now: Date; limits: boolean },
): Promise<{ id: string; token: string } | 'too_many'> {
  return inTransaction(pool, async (client) => {
    // One at a time, so that the count is still right when the tablet is stored. It is rare enough.
    await client.query('LOCK TABLE devices IN SHARE ROW EXCLUSIVE MODE')
    const active = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM devices WHERE state = 'active'`,
    )
    if (limits && (active.rows[0]?.n ?? 0) >= ACTIVE_DEVICES) return 'too_many'
    const [id, token] = [randomUUID(), newToken()]
    await client.query(
      `INSERT INTO devices (id, name, token_hash, registered_by, registered_at, locations)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, name, tokenHash(token), by, now, locations],
    )
    await audit(client, { staffId: by, action: 'device.registered', subject: { kind: 'device', id } })
    return { id, token }
  })
}

type By = {
  /** Id of the author. */
  by: string
  /** Of their right: a tablet of other locations is not there. */
  reach: Reach
}

/**
 * Revokes a tablet, which gets the order to delete its data at its next contact. An ended one stays as it is.
 * @returns false when there is none
 */
export function revokeDevice(
  pool: Pool,
  id: string,
  { by, session, reach, now }: By & { session: string; now: Date },
) {
  return inTransaction(pool, async (client): Promise<boolean> => {
    const known = await client.query(`SELECT 1 FROM devices d WHERE id = $1 AND ${WITHIN}`, [
      id,
      reach.locations,
    ])
    if (known.rowCount === 0) return false
    const { rowCount } = await client.query(
      `UPDATE devices SET state = 'revoked', ended_at = $2 WHERE id = $1 AND state = 'active'`,
      [id, now],
    )
    if (rowCount === 1) {
      await removeEverybody(client, id, session)
      await audit(client, { staffId: by, action: 'device.revoked', subject: { kind: 'device', id } })
    }
    return true
  })
}
