import { createHmac } from 'node:crypto'
import type { Pool } from 'pg'
import { sharedSecret } from '../../platform/secrets/secret.ts'
import type { IncomingSms } from './incoming.ts'

type Database = Pick<Pool, 'query'>

/** Hashes numbers, so that the table of replies identifies no one. */
export function numberHasher(pool: Database): (number: string) => Promise<string> {
  const secret = sharedSecret(pool, 'replies')
  return async (number) =>
    createHmac('sha256', await secret())
      .update(number)
      .digest('base64url')
}

/**
 * Takes a delivered SMS for processing. One that a process began a minute ago, and never finished, may be taken again:
 * its effects do no harm twice.
 * @returns false: it was processed, or is just being
 */
export async function claimIncoming(
  db: Database,
  { gateway, id }: Pick<IncomingSms, 'gateway' | 'id'>,
  { numberHash, now }: { numberHash: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO incoming_sms (gateway, message_id, number_hash, received_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (gateway, message_id) DO UPDATE SET received_at = excluded.received_at
       WHERE incoming_sms.action IS NULL AND incoming_sms.received_at < excluded.received_at - interval '1 minute'`,
    [gateway, id, numberHash, now],
  )
  return rowCount === 1
}

/** The appointment of a reply, after it. */
type VisitVersion = { id: string; version: number }

export async function settleIncoming(
  db: Database,
  { gateway, id }: Pick<IncomingSms, 'gateway' | 'id'>,
  action: string,
  visit: VisitVersion | null,
): Promise<void> {
  await db.query(
    `UPDATE incoming_sms SET action = $3, appointment_id = $4, version = $5 WHERE gateway = $1 AND message_id = $2`,
    [gateway, id, action, visit?.id ?? null, visit?.version ?? null],
  )
}

/** The version of an appointment after this number's own replies; 0: there were none. */
export async function versionLeft(db: Database, numberHash: string, appointmentId: string): Promise<number> {
  const { rows } = await db.query<{ version: number | null }>(
    'SELECT max(version) AS version FROM incoming_sms WHERE number_hash = $1 AND appointment_id = $2',
    [numberHash, appointmentId],
  )
  return rows[0]?.version ?? 0
}

/** Number of SMS from a number since then; with an action, those that did it. */
export async function countOf(
  db: Database,
  numberHash: string,
  { action, since }: { action: string | null; since: Date },
): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM incoming_sms
     WHERE number_hash = $1 AND received_at > $2 AND ($3::text IS NULL OR action = $3)`,
    [numberHash, since, action],
  )
  return rows[0]?.n ?? 0
}
