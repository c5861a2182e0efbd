import type { Pool } from 'pg'
import {
  DELIVERIES_LISTED,
  type Delivery,
  MAX_FAILURES,
  type WebhookEvent,
} from '../../../contract/webhooks.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { raiseAlarm } from '../../accounts/audit/alarms.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { TRIED_FOR_MS, waitAfter } from './backoff.ts'
import type { Posted } from './post.ts'

type Database = Pick<Pool, 'query'>

/** Time of a process for an attempt, in seconds; then another one retries, since the first is gone. */
const CLAIM_SECONDS = 60

/** One try of a delivery, which this process has claimed. */
export type Claimed = {
  webhookId: string
  event: WebhookEvent
  /** Number of this attempt; distinguishes it from later ones. */
  attempts: number
  byHand: boolean
  ageMs: number
}

export type Due = { id: string; url: string; secret: Buffer }

/** The addresses that something is to be delivered to now. */
export async function dueWebhooks(pool: Database): Promise<Due[]> {
  const { rows } = await pool.query<Due>({
    name: 'webhooks-due',
    text: `SELECT id, url, secret FROM webhooks w
           WHERE EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'pending'
                         AND d.due_at <= now() AND (w.off_as IS NULL OR d.by_hand))`,
  })
  return rows
}

/**
 * Claims deliveries that are due, by the database's clock: committed before anything is sent, so that no other process
 * sends them meanwhile. Only the first undelivered one of an appointment, since its events are sent in order.
 */
export async function claimDeliveries(pool: Database, webhookId: string, most: number): Promise<Claimed[]> {
  const { rows } = await pool.query({
    name: 'webhooks-claim',
    text: `
      WITH mine AS (
        SELECT d.event_id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
        WHERE d.webhook_id = $1 AND d.state = 'pending' AND d.due_at <= now() AND (w.off_as IS NULL OR d.by_hand)
          AND NOT EXISTS (SELECT FROM webhook_deliveries earlier
                          WHERE earlier.webhook_id = d.webhook_id AND earlier.appointment_id = d.appointment_id
                            AND earlier.seq < d.seq AND earlier.state = 'pending'
                            -- Of an address that is off only what somebody sends by hand goes out, and waits for nothing else.
                            AND (w.off_as IS NULL OR earlier.by_hand))
        ORDER BY d.due_at, d.seq LIMIT $2 FOR UPDATE OF d SKIP LOCKED
      ), claimed AS (
        UPDATE webhook_deliveries d SET attempts = attempts + 1, due_at = now() + make_interval(secs => $3)
        FROM mine WHERE d.webhook_id = $1 AND d.event_id = mine.event_id
        RETURNING d.event_id, d.attempts, d.by_hand, d.seq
      )
      SELECT e.id, e.type, e.at, e.data, c.attempts, c.by_hand,
             (extract(epoch FROM now() - e.at) * 1000)::float8 AS age
      FROM claimed c JOIN webhook_events e ON e.id = c.event_id ORDER BY c.seq`,
    values: [webhookId, most, CLAIM_SECONDS],
  })
  return rows.map(({ id, type, at, data, attempts, by_hand, age }) => ({
    webhookId,
    event: { id, type, created: at.toISOString(), data },
    attempts,
    byHand: by_hand,
    ageMs: age,
  }))
}

export type Outcome = 'delivered' | 'failed' | 'given_up'

/**
 * Stores the outcome of an attempt: taken by an answer of 200 to 299, else retried later, up to 48 hours. A delivery by
 * hand has one attempt, and is not counted. After 50 failures in a row the webhook is switched off, and the admins are
 * notified.
 * @returns null: another process has claimed it meanwhile, and reports itself
 */
export function settleDelivery(
  pool: Pool,
  { webhookId, event, attempts, byHand, ageMs }: Claimed,
  { status, error, tookMs }: Posted & { tookMs: number },
): Promise<Outcome | null> {
  const isTaken = status !== null && status >= 200 && status <= 299
  const waitMs = isTaken || byHand ? null : waitAfter(attempts, ageMs)
  const state = isTaken ? 'delivered' : waitMs === null ? 'given_up' : 'pending'
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE webhook_deliveries SET state = $4, due_at = now() + make_interval(secs => $5), by_hand = false,
         last_at = now(), last_status = $6, last_error = $7, took_ms = $8
       WHERE webhook_id = $1 AND event_id = $2 AND attempts = $3 AND state = 'pending'`,
      [webhookId, event.id, attempts, state, (waitMs ?? 0) / 1000, status, error, Math.round(tookMs)],
    )
    if (rowCount === 0) return null
    if (isTaken) {
      await client.query('UPDATE webhooks SET failures = 0 WHERE id = $1 AND failures > 0', [webhookId])
      return 'delivered'
    }
    if (!byHand) {
      const { rows } = await client.query<{ failures: number }>(
        `UPDATE webhooks SET failures = failures + 1 WHERE id = $1 AND off_as IS NULL RETURNING failures`,
        [webhookId],
      )
      if ((rows[0]?.failures ?? 0) >= MAX_FAILURES) await switchOff(client, webhookId, 'failures')
    }
    return state === 'pending' ? 'failed' : 'given_up'
  })
}

/** Switches a webhook off, and notifies the admins. @param client in a transaction */
export async function switchOff(client: Database, id: string, as: 'failures' | 'secret'): Promise<void> {
  const { rows } = await client.query<{ url: string }>(
    'UPDATE webhooks SET off_as = $2, off_at = now() WHERE id = $1 AND off_as IS NULL RETURNING url',
    [id, as],
  )
  const [off] = rows
  if (!off) return
  const details = { name: new URL(off.url).host, reason: as }
  await raiseAlarm(client, { kind: 'webhook_off', about: { webhook: id }, details })
}

/** Gives a claimed delivery back: it is sent when its webhook can be called again. */
export async function releaseDelivery(
  client: Database,
  { webhookId, event, attempts }: Claimed,
): Promise<void> {
  await client.query(
    `UPDATE webhook_deliveries SET attempts = attempts - 1, due_at = now(), by_hand = false
     WHERE webhook_id = $1 AND event_id = $2 AND attempts = $3 AND state = 'pending'`,
    [webhookId, event.id, attempts],
  )
}

/** Gives up what waits since 48 hours for an address that is off. */
export async function dropOld(db: Database): Promise<void> {
  await db.query(
    `UPDATE webhook_deliveries d SET state = 'given_up', last_error = 'held_too_long', last_status = NULL
     FROM webhooks w, webhook_events e
     WHERE w.id = d.webhook_id AND e.id = d.event_id AND w.off_as IS NOT NULL AND d.state = 'pending'
       AND e.at < now() - make_interval(secs => $1)`,
    [TRIED_FOR_MS / 1000],
  )
}

/** The latest deliveries of a webhook; null: there is none. @param timeZone of the instants */
export async function listDeliveries(
  pool: Database,
  webhookId: string,
  timeZone: string,
): Promise<Delivery[] | null> {
  const known = await pool.query('SELECT FROM webhooks WHERE id = $1', [webhookId])
  if (known.rowCount === 0) return null
  const { rows } = await pool.query(
    `SELECT e.id, e.type, e.at, d.appointment_id, d.state, d.attempts, d.due_at, d.last_at, d.last_status, d.last_error, d.took_ms
     FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
     WHERE d.webhook_id = $1 ORDER BY d.seq DESC LIMIT $2`,
    [webhookId, DELIVERIES_LISTED],
  )
  return rows.map((row) => ({
    event: row.id,
    type: row.type,
    appointment: row.appointment_id,
    created: isoWithOffset(row.at, timeZone),
    state: row.state,
    attempts: row.attempts,
    lastAt: row.last_at && isoWithOffset(row.last_at, timeZone),
    status: row.last_status,
    error: row.last_error,
    tookMs: row.took_ms,
    nextAt: row.state === 'pending' ? isoWithOffset(row.due_at, timeZone) : null,
  }))
}

/** Queues an event about no appointment, for one webhook. @param client in a transaction */
export async function queueTest(client: Database, webhookId: string, eventId: string): Promise<void> {
  const { rows } = await client.query<{ seq: string }>(
    `INSERT INTO webhook_events (id, type, data) VALUES ($1, 'webhook.test', '{}') RETURNING seq`,
    [eventId],
  )
  await client.query(
    'INSERT INTO webhook_deliveries (webhook_id, event_id, seq, by_hand) VALUES ($1, $2, $3, true)',
    [webhookId, eventId, rows[0]?.seq],
  )
}

/** Makes a delivery due now, by hand after its end. @returns false: there is none */
export async function redeliver(db: Database, webhookId: string, eventId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE webhook_deliveries SET by_hand = by_hand OR state <> 'pending', state = 'pending', due_at = now()
     WHERE webhook_id = $1 AND event_id = $2`,
    [webhookId, eventId],
  )
  return rowCount === 1
}
