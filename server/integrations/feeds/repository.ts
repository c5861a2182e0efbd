import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { FEEDS_PER_PERSON, type FeedRow, feedPath } from '../../../contract/feeds.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { type Reach, type RightsHolder, reachesFeed, reachOf } from '../../../domain/rights.ts'
import { displayName, type NamedStaff } from '../../../domain/staff.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { FEED_NAME, type NamedFeed } from '../../accounts/auth/feeds-beyond.ts'
import { announceRights } from '../../accounts/auth/sessions.ts'
import { newToken, tokenHash } from '../../accounts/auth/tokens.ts'
import { NAMED_STAFF } from '../../book/visits/appointment-row.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'

type Database = Pick<Pool, 'query'>

/** Subject of a feed: a location's or a doctor's appointments. */
export type FeedSubject =
  | { location: string; doctorId: null; locations: readonly string[] }
  /** `locations`: codes of those that count; null: wherever the doctor works. */
  | { location: null; doctorId: string; locations: readonly string[] | null }

/** `names`: with the patients' names instead of their initials. */
export type Feed = FeedSubject & { id: string; names: boolean }

/**
 * Makes a feed. @returns its id and its address without the origin, this once; 'too_many' when its maker has as many as
 * one may
 */
export function makeFeed(
  pool: Pool | PoolClient,
  { location, doctorId, locations, names }: FeedSubject & { names: boolean },
  { by, now }: { by: string; now: Date },
): Promise<{ id: string; path: string } | 'too_many'> {
  return inTransaction(pool, async (client) => {
    // Locked, so that the count is still right when the feed is stored, and a change of rights meanwhile ends this one
    // too.
    await client.query('SELECT FROM staff WHERE id = $1 FOR NO KEY UPDATE', [by])
    const counted = await client.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM calendar_feeds WHERE made_by = $1',
      [by],
    )
    if ((counted.rows[0]?.n ?? 0) >= FEEDS_PER_PERSON) return 'too_many'
    const [id, token] = [randomUUID(), newToken()]
    const { rows } = await client.query<NamedFeed>(
      `INSERT INTO calendar_feeds AS f (id, token_hash, location, doctor_id, locations, names, made_by, made_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${FEED_NAME}`,
      [id, tokenHash(token), location, doctorId, locations, names, by, now],
    )
    const details = { ...rows[0], location, doctorId, locations, names }
    await audit(client, { staffId: by, action: 'feed.made', subject: { kind: 'feed', id }, details })
    return { id, path: feedPath(token) }
  })
}

/** Feeds within a reach: $1 codes, null: all; $2 a doctor, null: every one. */
const WITHIN = `($1::text[] IS NULL OR f.locations <@ $1) AND ($2::text IS NULL OR f.doctor_id = $2)`

type ListedFeed = Feed & {
  doctorName: string | null
  maker: NamedStaff & { id: string }
  madeAt: Date
  lastFetchedAt: Date | null
}

/** One page of the feeds within a reach, whoever created them: the newest first. @param by id of the caller */
export async function listFeeds(
  pool: Database,
  { page, limit }: { page: number; limit: number },
  { reach, by, timeZone }: { reach: Reach; by: string; timeZone: string },
): Promise<{ total: number; rows: FeedRow[] }> {
  const within = [reach.locations, reach.doctorId]
  const [{ rows }, totals] = await Promise.all([
    pool.query<ListedFeed>(
      `SELECT f.id, f.location, f.doctor_id AS "doctorId", f.locations, f.names, f.made_at AS "madeAt",
         f.last_fetched_at AS "lastFetchedAt", d.name AS "doctorName", ${NAMED_STAFF} AS maker
       FROM calendar_feeds f JOIN staff ON staff.id = f.made_by LEFT JOIN doctors d ON d.id = f.doctor_id
       WHERE ${WITHIN} ORDER BY f.made_at DESC, f.id LIMIT $3 OFFSET $4`,
      [...within, limit, (page - 1) * limit],
    ),
    pool.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM calendar_feeds f WHERE ${WITHIN}`,
      within,
    ),
  ])
  const listed = rows.map(({ id, location, doctorId, doctorName, locations, names, maker, ...times }) => ({
    id,
    location,
    doctor: doctorId === null ? null : { id: doctorId, name: doctorName ?? doctorId },
    locations: locations && [...locations],
    names,
    madeBy: displayName(maker),
    isOwn: maker.id === by,
    madeAt: isoWithOffset(times.madeAt, timeZone),
    lastFetchedAt: times.lastFetchedAt && isoWithOffset(times.lastFetchedAt, timeZone),
  }))
  return { total: totals.rows[0]?.total ?? 0, rows: listed }
}

/** Revokes a feed, also another person's. @returns false when there is none within reach */
export function revokeFeed(
  pool: Pool,
  id: string,
  { by, reach }: { by: string; reach: Reach },
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<NamedFeed>(
      `DELETE FROM calendar_feeds f WHERE ${WITHIN} AND f.id = $3 RETURNING ${FEED_NAME}`,
      [reach.locations, reach.doctorId, id],
    )
    const [details] = rows
    if (!details) return false
    await audit(client, { staffId: by, action: 'feed.revoked', subject: { kind: 'feed', id }, details })
    await announceRights(client)
    return true
  })
}

/** Conditions for a live feed: an active account, and its rights. */
const LIVE = `SELECT f.token_hash AS "tokenHash", f.id, f.location, f.doctor_id AS "doctorId", f.locations, f.names,
    json_build_object('type', s.type, 'locations', s.locations, 'doctorId', s.doctor_id) AS maker
  FROM calendar_feeds f JOIN staff s ON s.id = f.made_by AND s.disabled_at IS NULL
  WHERE f.token_hash = ANY($1)`

/** The feeds of some tokens whose makers still have the rights for them. By the tokens' hashes. */
export async function liveFeeds(db: Database, tokenHashes: readonly string[]): Promise<Map<string, Feed>> {
  const { rows } = await db.query<Feed & { tokenHash: string; maker: RightsHolder }>({
    name: 'live-feeds',
    text: LIVE,
    values: [tokenHashes],
  })
  const live = rows.filter(({ maker, ...feed }) => {
    const reach = reachOf(maker, 'feeds')
    return reach !== null && reachesFeed(reach, feed)
  })
  return new Map(live.map(({ tokenHash, maker: _, ...feed }) => [tokenHash, feed as Feed]))
}

/** Notes when feeds were last fetched. @param fetched by their ids */
export async function storeFetched(db: Database, fetched: ReadonlyMap<string, Date>): Promise<void> {
  await db.query(
    `UPDATE calendar_feeds f SET last_fetched_at = v.at FROM unnest($1::uuid[], $2::timestamptz[]) AS v (id, at)
     WHERE f.id = v.id AND (f.last_fetched_at IS NULL OR f.last_fetched_at < v.at)`,
    [[...fetched.keys()], [...fetched.values()]],
  )
}
