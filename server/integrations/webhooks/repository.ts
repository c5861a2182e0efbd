import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { MAX_WEBHOOKS, type Webhook, type WebhookSecret } from '../../../contract/webhooks.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import type { AuditAction } from '../../accounts/audit/actions.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { sealText } from '../../platform/secrets/sealed.ts'
import { dropOld, queueTest, redeliver } from './deliveries.ts'
import { newWebhookSecret } from './signature.ts'

type Changer = { staffId: string; now: Date }

/** All of them, the oldest first. @param timeZone of the instants */
export async function listWebhooks(pool: Pick<Pool, 'query'>, timeZone: string): Promise<Webhook[]> {
  const { rows } = await pool.query(
    `SELECT id, url, created_at, off_as, off_at, failures,
       (SELECT count(*)::int FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state = 'pending') AS waiting
     FROM webhooks ORDER BY created_at, id LIMIT $1`,
    [MAX_WEBHOOKS],
  )
  return rows.map(({ created_at, off_as, off_at, ...row }) => ({
    ...row,
    createdAt: isoWithOffset(created_at, timeZone),
    off: off_as && { as: off_as, at: isoWithOffset(off_at, timeZone) },
  }))
}

/**
 * Adds a webhook, which gets the appointment events committed from now on.
 * @param key by which its secret is sealed
 * @returns its secret, which is never shown again, or 'too_many'
 */
export function addWebhook(
  pool: Pool | PoolClient,
  { url, key }: { url: string; key: string },
  changer: Changer,
): Promise<WebhookSecret | 'too_many'> {
  return inTransaction(pool, async (client) => {
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('webhooks', 0))`)
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM webhooks')
    if ((rows[0]?.n ?? 0) >= MAX_WEBHOOKS) return 'too_many'
    const added = { id: randomUUID(), secret: newWebhookSecret() }
    await client.query('INSERT INTO webhooks (id, url, secret, created_at) VALUES ($1, $2, $3, $4)', [
      added.id,
      url,
      sealText(key, added.secret),
      changer.now,
    ])
    await note(client, changer, { action: 'webhook.added', id: added.id, url })
    return added
  })
}

/**
 * Switches a webhook on or off. Pending deliveries wait while it is off, for 48 hours after their event; switched on,
 * all of them are sent at once, in order.
 * @returns false: there is none
 */
export function switchWebhook(
  pool: Pool,
  { id, isOn }: { id: string; isOn: boolean },
  changer: Changer,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ isOn: boolean; url: string }>(
      `SELECT off_as IS NULL AS "isOn", url FROM webhooks WHERE id = $1 FOR UPDATE`,
      [id],
    )
    const [before] = rows
    if (!before) return false
    if (before.isOn === isOn) return true
    if (isOn) {
      // Deliveries that waited too long are not sent as if they were new.
      await dropOld(client)
      await client.query('UPDATE webhooks SET off_as = NULL, off_at = NULL, failures = 0 WHERE id = $1', [id])
      await client.query(
        `UPDATE webhook_deliveries SET due_at = now() WHERE webhook_id = $1 AND state = 'pending'`,
        [id],
      )
    } else {
      await client.query(`UPDATE webhooks SET off_as = 'by_hand', off_at = $2 WHERE id = $1`, [
        id,
        changer.now,
      ])
    }
    const action = isOn ? 'webhook.switched_on' : 'webhook.switched_off'
    await note(client, changer, { action, id, url: before.url })
    return true
  })
}

/** Replaces the secret that signs every delivery from now on. @returns null: there is no such webhook */
export function renewSecret(
  pool: Pool,
  { id, key }: { id: string; key: string },
  changer: Changer,
): Promise<WebhookSecret | null> {
  return inTransaction(pool, async (client) => {
    const secret = newWebhookSecret()
    const { rows } = await client.query<{ url: string }>(
      'UPDATE webhooks SET secret = $2 WHERE id = $1 RETURNING url',
      [id, sealText(key, secret)],
    )
    const [changed] = rows
    if (!changed) return null
    await note(client, changer, { action: 'webhook.secret_renewed', id, url: changed.url })
    return { id, secret }
  })
}

/** Deletes a webhook with all of its deliveries. @returns false: there is none */
export function deleteWebhook(pool: Pool, id: string, changer: Changer): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ url: string }>('DELETE FROM webhooks WHERE id = $1 RETURNING url', [
      id,
    ])
    const [gone] = rows
    if (!gone) return false
    await client.query('DELETE FROM webhook_deliveries WHERE webhook_id = $1', [id])
    await note(client, changer, { action: 'webhook.deleted', id, url: gone.url })
    return true
  })
}

/**
 * Sends an event about no appointment to a webhook, whether it is on or not.
 * @returns the event's id; null: there is no such webhook
 */
export function sendTest(pool: Pool, id: string, changer: Changer): Promise<string | null> {
  return inTransaction(pool, async (client) => {
    const [url, event] = [await urlOf(client, id), randomUUID()]
    if (url === null) return null
    await queueTest(client, id, event)
    await note(client, changer, { action: 'webhook.tested', id, url, event })
    return event
  })
}

/**
 * Sends an event again, or a waiting one now. One that was over has one more attempt, whether the webhook is on or not.
 * @returns false: there is no such delivery
 */
export function sendAgain(
  pool: Pool,
  { id, event }: { id: string; event: string },
  changer: Changer,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const url = await urlOf(client, id)
    if (url === null || !(await redeliver(client, id, event))) return false
    await note(client, changer, { action: 'webhook.redelivered', id, url, event })
    return true
  })
}

/** Locked, so that the webhook is not deleted meanwhile; null: there is none. */
async function urlOf(client: PoolClient, id: string): Promise<string | null> {
  const { rows } = await client.query<{ url: string }>(
    'SELECT url FROM webhooks WHERE id = $1 FOR KEY SHARE',
    [id],
  )
  return rows[0]?.url ?? null
}

/** Names it by its host: the path of an address may be a secret of the receiver. */
const note = (
  client: PoolClient,
  { staffId }: Changer,
  { action, id, url, event }: { action: AuditAction; id: string; url: string; event?: string },
) =>
  audit(client, {
    staffId,
    action,
    subject: { kind: 'webhook', id },
    details: { name: new URL(url).host, ...(event !== undefined && { event }) },
  })
