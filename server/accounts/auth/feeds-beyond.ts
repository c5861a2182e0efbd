import type { Pool } from 'pg'
import { type RightsHolder, reachesFeed, reachOf } from '../../../domain/rights.ts'
import { audit } from '../audit/audit.ts'
import { announceRights } from './sessions.ts'

type Database = Pick<Pool, 'query'>
type FeedsReach = { id: string; doctorId: string | null; locations: readonly string[] | null }

/** Name of a feed `f` in the audit trail: its doctor's name, or its location's code. */
export const FEED_NAME = `coalesce((SELECT d.name FROM doctors d WHERE d.id = f.doctor_id), f.doctor_id, f.location) AS name`
export type NamedFeed = { name: string }

/**
 * Ends for good a person's feeds beyond their new rights. Needs the transaction that changes them.
 * @param now the new rights; null: all of their feeds end, since the account is disabled or has another password
 * @param by id of the author; null: the operator
 */
export async function endFeedsBeyond(
  client: Database,
  makerId: string,
  now: RightsHolder | null,
  by: string | null,
): Promise<void> {
  const reach = now && reachOf(now, 'feeds')
  const { rows } = await client.query<FeedsReach & NamedFeed>(
    `SELECT f.id, f.doctor_id AS "doctorId", f.locations, ${FEED_NAME} FROM calendar_feeds f WHERE f.made_by = $1`,
    [makerId],
  )
  const ended = rows.filter((feed) => reach === null || !reachesFeed(reach, feed))
  if (ended.length === 0) return
  await client.query('DELETE FROM calendar_feeds WHERE id = ANY($1)', [ended.map(({ id }) => id)])
  for (const { id, name } of ended) {
    const details = { name, ...(by === null && { by: 'operator' }) }
    await audit(client, { staffId: by, action: 'feed.ended', subject: { kind: 'feed', id }, details })
  }
  await announceRights(client)
}
