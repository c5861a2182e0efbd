import type { Pool, PoolClient } from 'pg'
import { DEVICE_PEOPLE, PIN_DAYS, PIN_TRIES } from '../../../contract/devices.ts'
import type { Reach } from '../../../domain/rights.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { audit } from '../audit/audit.ts'
import { hashPassword, passwordMatches } from '../auth/passwords.ts'
import { endSessionsBy, type SignedIn } from '../auth/sessions.ts'
import { sessionFor, stillActive } from '../auth/sign-in.ts'
import type { DeviceSealKey } from './seal-key.ts'

const DAY_MS = 86_400_000

type Pair = { device: string; staff: string }
type Database = Pick<Pool, 'query'>

const subjectOf = (id: string) => ({ kind: 'device', id })

/**
 * Records a full sign-in of a person with a PIN here: it is valid for another seven days, and the session reaches no
 * further than the tablet from then on.
 * @param isWhole whether they have just proven who they are by more than the PIN
 */
export async function noteSignIn(
  pool: Pool,
  { device, staff }: Pair,
  { tokenHash, isWhole, now }: { tokenHash: string; isWhole: boolean; now: Date },
): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE device_people SET signed_in_at = CASE WHEN $3 THEN $4 ELSE signed_in_at END WHERE device_id = $1 AND staff_id = $2`,
    [device, staff, isWhole, now],
  )
  if (rowCount !== 1) return
  // A session of another tablet stays that one's: it reaches no further by a PIN here.
  await pool.query(`UPDATE sessions SET device_id = $2 WHERE token_hash = $1 AND device_id IS NULL`, [
    tokenHash,
    device,
  ])
}

/**
 * Gives a person a PIN at a tablet, or another one.
 * @param pin the tablet's value for it
 * @returns 'too_many' at the tablet's limit of people
 */
export async function joinDevice(
  pool: Pool,
  { device, staff }: Pair,
  { pin, key, tokenHash, now }: { pin: string; key: DeviceSealKey; tokenHash: string; now: Date },
): Promise<'joined' | 'too_many'> {
  const hash = await hashPassword(pin)
  return inTransaction(pool, async (client) => {
    // One at a time, so that the count is still right when the person is stored.
    await client.query(`SELECT 1 FROM devices WHERE id = $1 FOR UPDATE`, [device])
    const others = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM device_people WHERE device_id = $1 AND staff_id <> $2`,
      [device, staff],
    )
    if ((others.rows[0]?.n ?? 0) >= DEVICE_PEOPLE) return 'too_many'
    await client.query(
      `INSERT INTO device_people (device_id, staff_id, pin_hash, signed_in_at, added_at, public_key, key_id)
       VALUES ($1, $2, $3, $4, $4, $5, $6)
       ON CONFLICT (device_id, staff_id) DO UPDATE SET pin_hash = excluded.pin_hash, pin_tries = 0,
         signed_in_at = excluded.signed_in_at, public_key = excluded.public_key, key_id = excluded.key_id`,
      [device, staff, hash, now, key.publicKey, key.id],
    )
    await client.query(`UPDATE sessions SET device_id = $2 WHERE token_hash = $1`, [tokenHash, device])
    const details = { staff }
    await audit(client, { staffId: staff, action: 'device.pin_set', subject: subjectOf(device), details })
    return 'joined'
  })
}

/** Removes a person from a tablet, and ends their sessions there. @returns false when they are none of its people */
export function removePerson(
  pool: Pool,
  { device, staff }: Pair,
  { by, reach }: { by: string; reach: Reach },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM device_people USING devices d
       WHERE d.id = device_id AND device_id = $1 AND staff_id = $2 AND ($3::text[] IS NULL OR d.locations <@ $3)`,
      [device, staff, reach.locations],
    )
    if (rowCount === 0) return false
    await endSessionsBy(client, { text: 'device_id = $1 AND staff_id = $2', values: [device, staff] })
    const details = { staff }
    await audit(client, { staffId: by, action: 'device.person_removed', subject: subjectOf(device), details })
    return true
  })
}

/**
 * Removes all people from a tablet that ends, and ends their sessions there.
 * @param by hash of the token of the person who ends it: on the tablet itself they stay signed in, but not by a PIN,
 * which is worthless without the tablet
 */
export async function removeEverybody(client: PoolClient, device: string, by?: string): Promise<void> {
  await client.query(
    `UPDATE sessions SET device_id = NULL WHERE device_id = $1 AND token_hash = $2 AND proven_at IS NOT NULL`,
    [device, by ?? null],
  )
  await client.query(`DELETE FROM device_people WHERE device_id = $1`, [device])
  await endSessionsBy(client, { text: 'device_id = $1', values: [device] })
}

/** Ids of people with a valid PIN at a tablet. */
export async function peopleOf(db: Database, device: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT staff_id AS id FROM device_people JOIN staff ON staff.id = staff_id
     WHERE device_id = $1 AND pin_hash IS NOT NULL AND staff.disabled_at IS NULL ORDER BY added_at, staff_id`,
    [device],
  )
  return rows.map(({ id }) => id)
}

/**
 * The sealed key of a person at a tablet, as base64url; null: they are not one of its people, or their PIN is no longer
 * valid.
 */
export async function keyOfPerson(db: Database, { device, staff }: Pair): Promise<string | null> {
  const { rows } = await db.query<{ key: string | null }>(
    `SELECT public_key AS key FROM device_people WHERE device_id = $1 AND staff_id = $2 AND pin_hash IS NOT NULL`,
    [device, staff],
  )
  return rows[0]?.key ?? null
}

/** 'full_sign_in': their PIN is spent, or was never there, or their last whole sign-in here was a week ago. */
export type PinOutcome = SignedIn | { triesLeft: number } | 'full_sign_in'

/**
 * Signs a person in at a tablet by their PIN. An attempt counts before it is checked, and is given back when it was
 * right: simultaneous ones share the five. After the last one the PIN is worthless.
 * @throws HttpFailure 401 when they were disabled in the meantime, 503 when too many wait for the check
 */
export async function signInByPin(
  pool: Pool,
  { device, staff, pin }: Pair & { pin: string },
  { browser, now }: { browser: string | null; now: Date },
): Promise<PinOutcome> {
  const since = new Date(now.getTime() - PIN_DAYS * DAY_MS)
  const { rows } = await pool.query<{ hash: string; tries: number }>(
    `UPDATE device_people SET pin_tries = pin_tries + 1
     FROM staff
     WHERE staff.id = staff_id AND staff.disabled_at IS NULL AND device_id = $1 AND staff_id = $2
       AND pin_hash IS NOT NULL AND pin_tries < $3 AND signed_in_at > $4
     RETURNING pin_hash AS hash, pin_tries AS tries`,
    [device, staff, PIN_TRIES, since],
  )
  const [person] = rows
  // Also without a stored value to compare with, so that its time reveals nothing.
  const matches = await passwordMatches(pin, person?.hash ?? null, 'colleague')
  if (!person) return 'full_sign_in'
  if (!matches) {
    const triesLeft = PIN_TRIES - person.tries
    if (triesLeft > 0) return { triesLeft }
    await spendPin(pool, { device, staff })
    return 'full_sign_in'
  }
  await pool.query(`UPDATE device_people SET pin_tries = 0 WHERE device_id = $1 AND staff_id = $2`, [
    device,
    staff,
  ])
  return inTransaction(pool, async (client) => {
    const row = await stillActive(client, staff)
    return sessionFor(client, row, { by: 'pin', now, browser, provenAt: null, deviceId: device })
  })
}

function spendPin(pool: Pool, { device, staff }: Pair): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE device_people SET pin_hash = NULL
       WHERE device_id = $1 AND staff_id = $2 AND pin_hash IS NOT NULL AND pin_tries >= $3`,
      [device, staff, PIN_TRIES],
    )
    if (rowCount === 0) return
    const details = { by: 'device', staff }
    await audit(client, { staffId: null, action: 'device.pin_spent', subject: subjectOf(device), details })
  })
}
