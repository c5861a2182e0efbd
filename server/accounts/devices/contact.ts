import type { Pool } from 'pg'
import type { DeviceContact, DeviceKeeps, DeviceState } from '../../../contract/devices.ts'
import { FIRST_RIGHTS } from '../../../domain/first-rights.ts'
import { type Reach, type RightsHolder, reachOf } from '../../../domain/rights.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { audit } from '../audit/audit.ts'
import { tokenHash } from '../auth/tokens.ts'
import { removeEverybody } from './people.ts'

/** Minimum interval between records of a tablet's contact: each is a write. */
const SEEN_EVERY_MS = 60_000

/** The tablet that a token belongs to, in whatever state. */
export type KnownDevice = {
  id: string
  state: DeviceState
  /** Codes; null: all of the clinic's. */
  locations: readonly string[] | null
}

const FIND = {
  name: 'find-device',
  text: `SELECT id, state, locations FROM devices WHERE token_hash = $1`,
}

/** Null for an unknown token. Nothing else is looked up for one, so that its time reveals nothing. */
export async function findDevice(db: Pick<Pool, 'query'>, token: string): Promise<KnownDevice | null> {
  const { rows } = await db.query<KnownDevice>({ ...FIND, values: [tokenHash(token)] })
  return rows[0] ?? null
}

/** Records a tablet's contact, and returns its permitted data, and its owner's right to read the book. */
export async function contact(
  pool: Pool,
  { id, state }: Pick<KnownDevice, 'id' | 'state'>,
  { owner, rightsVersion, lockedOut }: DeviceContact,
  now: Date,
): Promise<{ keep: DeviceKeeps; reach: Reach | null }> {
  await pool.query(
    `UPDATE devices SET last_seen_at = $2 WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at <= $3)`,
    [id, now, new Date(now.getTime() - SEEN_EVERY_MS)],
  )
  if (lockedOut) {
    await lockOut(pool, id, now)
    return NOTHING
  }
  if (state !== 'active') {
    await pool.query(`UPDATE devices SET state = 'deleted' WHERE id = $1 AND state = 'revoked'`, [id])
    return NOTHING
  }
  if (owner === null) return { keep: 'all', reach: null }
  const rights = await rightsOf(pool, owner)
  const isNarrower = (rightsVersion ?? FIRST_RIGHTS) !== rights?.rightsVersion
  const reach = rights && !isNarrower ? reachOf(rights, 'book.read') : null
  return { keep: reach ? 'all' : 'registration', reach }
}

const NOTHING = { keep: 'nothing', reach: null } as const

/**
 * Ends a tablet after five wrong PINs, and records the reason for the list, whether or not it was revoked meanwhile.
 */
function lockOut(pool: Pool, id: string, now: Date): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE devices SET state = 'locked_out', ended_at = coalesce(ended_at, $2)
       WHERE id = $1 AND state IN ('active', 'revoked')`,
      [id, now],
    )
    if (rowCount === 0) return
    await removeEverybody(client, id)
    const subject = { kind: 'device', id }
    await audit(client, { staffId: null, action: 'device.locked_out', subject, details: { by: 'device' } })
  })
}

/** Rights of an active person, and their version; null: there is no such person. */
async function rightsOf(
  db: Pick<Pool, 'query'>,
  staffId: string,
): Promise<(RightsHolder & { rightsVersion: number }) | null> {
  const { rows } = await db.query<RightsHolder & { rightsVersion: number }>({
    name: 'rights-of',
    text: `SELECT type, locations, doctor_id AS "doctorId", rights_version AS "rightsVersion"
           FROM staff WHERE id = $1 AND disabled_at IS NULL`,
    values: [staffId],
  })
  return rows[0] ?? null
}
