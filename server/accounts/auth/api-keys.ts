import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { type ApiKeyRow, KEY_PREFIX, type KeyScope } from '../../../contract/api-keys.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { audit } from '../audit/audit.ts'
import type { SignedInStaff } from './sessions.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Keys that are in force at a time, of the whole clinic. */
export const ACTIVE_KEYS = 50
const DAY_MS = 86_400_000
/** Days for which an ended key is listed. Then its row goes (server/operations/retention/housekeeping.ts). */
const LISTED_DAYS = 30
/** Minimum interval between records of a key's use: each is a write. */
const USED_EVERY_MS = 60_000

type NewKey = {
  name: string
  scopes: readonly KeyScope[]
  /** Codes; null: all. */
  locations: readonly string[] | null
  expiresAt: Date | null
}

/** A key that is in force. */
export type ApiKey = {
  id: string
  name: string
  scopes: readonly KeyScope[]
  locations: readonly string[] | null
}

const IN_FORCE = `ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`
const FIND = {
  name: 'find-api-key',
  text: `SELECT id, name, scopes, locations, last_used_at AS "lastUsedAt" FROM api_keys WHERE key_hash = $1 AND ${IN_FORCE}`,
}

/** The key in force of a text, which then counts as used; null: none. */
export async function useKey(db: Pick<Pool, 'query'>, text: string, now: Date): Promise<ApiKey | null> {
  const { rows } = await db.query<ApiKey & { lastUsedAt: Date | null }>({
    ...FIND,
    values: [tokenHash(text), now],
  })
  const [found] = rows
  if (!found) return null
  const { lastUsedAt, ...key } = found
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USED_EVERY_MS) {
    await db.query(`UPDATE api_keys SET last_used_at = $2 WHERE id = $1`, [key.id, now])
  }
  return key
}

/**
 * Makes a key. @returns its id and, this once, its text; 'too_many' when the clinic has as many as it may
 * @param by id of who makes it
 */
export function makeKey(
  pool: Pool | PoolClient,
  { name, scopes, locations, expiresAt }: NewKey,
  { by, now, limits }: { by: string; now: Date; limits: boolean },
): Promise<{ id: string; key: string } | 'too_many'> {
  return inTransaction(pool, async (client) => {
    // One at a time, so that the count is still right when the key is stored. It is rare enough.
    await client.query('LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE')
    const active = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM api_keys WHERE ended_at IS NULL AND (expires_at IS NULL OR expires_at > $1)`,
      [now],
    )
    if (limits && (active.rows[0]?.n ?? 0) >= ACTIVE_KEYS) return 'too_many'
    const [id, key] = [randomUUID(), `${KEY_PREFIX}${newToken()}`]
    await client.query(
      `INSERT INTO api_keys (id, name, key_hash, scopes, locations, made_by, made_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, name, tokenHash(key), scopes, locations, by, now, expiresAt],
    )
    await audit(client, {
      staffId: by,
      action: 'key.made',
      subject: { kind: 'api_key', id },
      details: { name, scopes, locations: locations ?? 'all', expires: expiresAt?.toISOString() ?? null },
    })
    return { id, key }
  })
}

/** Revokes a key at once. An ended one stays as it is. @returns false when there is none */
export function revokeKey(pool: Pool, id: string, { by, now }: { by: string; now: Date }): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const known = await client.query<{ name: string }>('SELECT name FROM api_keys WHERE id = $1', [id])
    const [key] = known.rows
    if (!key) return false
    const { rowCount } = await client.query(
      `UPDATE api_keys SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL`,
      [id, now],
    )
    const details = { name: key.name }
    if (rowCount === 1)
      await audit(client, { staffId: by, action: 'key.revoked', subject: { kind: 'api_key', id }, details })
    return true
  })
}

/**
 * Revokes the keys that a person has made, as a thief of the session may have; a key reads no longer than its maker may
 * make one. Each is in the audit trail.
 * @param by id of the author; null: the operator
 */
export async function revokeKeysOf(
  client: PoolClient,
  staffId: string,
  { by, because }: { by: string | null; because: 'password_changed' | 'disabled' | 'access_changed' },
): Promise<void> {
  const { rows } = await client.query<{ id: string; name: string }>(
    `UPDATE api_keys SET ended_at = now() WHERE made_by = $1 AND ended_at IS NULL RETURNING id, name`,
    [staffId],
  )
  for (const { id, name } of rows) {
    const details = { name, because }
    await audit(client, { staffId: by, action: 'key.revoked', subject: { kind: 'api_key', id }, details })
  }
}

type Names = Pick<SignedInStaff, 'surname' | 'otherNames' | 'roleSlug' | 'profession' | 'jobTitle'>
export type ListedKey = Pick<ApiKeyRow, 'id' | 'name' | 'state' | 'scopes' | 'locations'> & {
  madeAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  /** Its creator; null: the account is gone. */
  by: Names | null
}

const STATE = `CASE WHEN k.ended_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= $1 THEN 'expired' ELSE 'active' END`
const ENDED = 'least(k.ended_at, k.expires_at)'
const LISTED = `coalesce(${ENDED}, 'infinity') > $2`
const PAGE = `SELECT k.id, k.name, ${STATE} AS state, k.scopes, k.locations, k.made_at AS "madeAt",
    k.last_used_at AS "lastUsedAt", k.expires_at AS "expiresAt",
    CASE WHEN s.id IS NOT NULL THEN json_build_object('surname', s.surname, 'otherNames', s.other_names,
      'roleSlug', s.role_slug, 'profession', s.profession, 'jobTitle', s.job_title) END AS by
  FROM api_keys k LEFT JOIN staff s ON s.id = k.made_by
  WHERE ${LISTED}
  ORDER BY ${STATE} = 'active' DESC, CASE WHEN ${STATE} <> 'active' THEN ${ENDED} END DESC, lower(k.name), k.id
  LIMIT $3 OFFSET $4`

/** One page of the keys: those in force by name, then those that ended in the last 30 days, the latest first. */
export async function listKeys(
  pool: Pick<Pool, 'query'>,
  { page, limit, now }: { page: number; limit: number; now: Date },
): Promise<{ total: number; rows: ListedKey[] }> {
  const since = new Date(now.getTime() - LISTED_DAYS * DAY_MS)
  const [{ rows }, counted] = await Promise.all([
    pool.query<ListedKey>(PAGE, [now, since, limit, (page - 1) * limit]),
    pool.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM api_keys k WHERE ${LISTED.replace('$2', '$1')}`,
      [since],
    ),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
