import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { callUntil } from '../../../domain/waiting-list.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { By } from './entries.ts'
import { HOLDS } from './offer-state.ts'

type Moment = { clinic: Clinic; now: Date }

/**
 * Lists a person for the desk's call whom no message about an offer reaches: it is valid until their place has been
 * open for an hour, or the slot begins. People notified by a message have had a half hour by then; where there were
 * none, the next three wait for the desk's calls. An offer that was claimed, or whose slot has begun, is not listed.
 */
export function callInstead(pool: Pool, offerId: string, { clinic, now }: Moment): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ freedId: string; location: string; startsAt: Date }>(
      `SELECT o.freed_id AS "freedId", o.location, o.starts_at AS "startsAt"
       FROM offers o JOIN waiting_entries e ON e.id = o.entry_id
       WHERE o.id = $1 AND o.claimed_at IS NULL AND o.call_at IS NULL AND e.ended_at IS NULL AND o.starts_at > $2
       FOR UPDATE OF o`,
      [offerId, now],
    )
    const [offer] = rows
    const place = clinic.locations.find(({ code }) => code === offer?.location)
    if (!offer || !place) return
    const open = callUntil(place.openingHours, now, clinic.timeZone)
    const until = open < offer.startsAt ? open : offer.startsAt
    await client.query('UPDATE offers SET call_at = $2, good_until = $3 WHERE id = $1', [offerId, now, until])
    await client.query(
      `UPDATE freed_times SET due_at = greatest(due_at, $3) WHERE id = $2 AND ended_at IS NULL AND NOT EXISTS (
         SELECT FROM offers o JOIN waiting_entries e ON e.id = o.entry_id
         WHERE o.freed_id = $2 AND o.call_at IS NULL AND ${HOLDS('$1')})`,
      [now, offer.freedId, until],
    )
  })
}

/**
 * Records that a person declined a slot on the phone. They stay on the list; where no one else has an offer of it, the
 * next three get theirs at once.
 * @returns whether there was such an offer, within reach
 */
export function decline(pool: Pool, offerId: string, { by, now }: { by: By; now: Date }): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ freedId: string; entryId: string }>(
      `UPDATE offers o SET declined_at = $1 FROM waiting_entries e
       WHERE o.id = $2 AND e.id = o.entry_id AND o.call_at IS NOT NULL AND ${HOLDS('$1')}
         AND ($3::text[] IS NULL OR o.location = ANY ($3))
       RETURNING o.freed_id AS "freedId", e.id AS "entryId"`,
      [now, offerId, by.reach.locations],
    )
    const [offer] = rows
    if (!offer) return false
    await client.query(
      `UPDATE freed_times SET due_at = $1 WHERE id = $2 AND ended_at IS NULL AND NOT EXISTS (
         SELECT FROM offers o JOIN waiting_entries e ON e.id = o.entry_id WHERE o.freed_id = $2 AND ${HOLDS('$1')})`,
      [now, offer.freedId],
    )
    const { staffId } = by
    await audit(client, {
      staffId,
      action: 'waiting.declined',
      subject: { kind: 'waiting', id: offer.entryId },
    })
    return true
  })
}
