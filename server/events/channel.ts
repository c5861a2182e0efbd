import type { Pool } from 'pg'
import * as v from 'valibot'
import { LiveEvent } from '../../contract/events.ts'

/** PostgreSQL's channels by which the server processes on one database tell one another what has happened. */
export const EVENTS_CHANNEL = 'enamel_events'
/** Says, without a word about whose, that sessions have ended. */
export const SESSIONS_CHANNEL = 'enamel_sessions'

/** PostgreSQL takes less than 8,000 bytes in one notification; an event has at most 150. */
const EVENTS_PER_NOTIFICATION = 50

const NOTIFY = `SELECT pg_notify('${EVENTS_CHANNEL}', payload) FROM unnest($1::text[]) AS payload`

/** The same, as a transaction of its own, which need not wait for the disk: a server that crashes has no listeners left. */
const ANNOUNCE = `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
  SELECT pg_notify('${EVENTS_CHANNEL}', payload) FROM quick, unnest($1::text[]) AS payload`

type Database = Pick<Pool, 'query'>

/**
 * Tells all server processes of changes. Within a transaction they learn of them when it is committed, and never when
 * it is rolled back; commits that carry a notification wait for one another, so bookings use `Events.announce` instead.
 */
export async function notify(client: Database, ...events: LiveEvent[]): Promise<void> {
  await client.query(NOTIFY, [payloadsOf(events)])
}

/** Tells all server processes of changes that are committed already. Not for use in a transaction. */
export async function notifyQuickly(pool: Database, events: readonly LiveEvent[]): Promise<void> {
  await pool.query(ANNOUNCE, [payloadsOf(events)])
}

function payloadsOf(events: readonly LiveEvent[]): string[] {
  const payloads: string[] = []
  for (let i = 0; i < events.length; i += EVENTS_PER_NOTIFICATION) {
    payloads.push(JSON.stringify(events.slice(i, i + EVENTS_PER_NOTIFICATION)))
  }
  return payloads
}

/** The events of a notification. What is none, or of another version of Enamel, is left out. */
export function eventsIn(payload: string): LiveEvent[] {
  let sent: unknown
  try {
    sent = JSON.parse(payload)
  } catch {
    return []
  }
  if (!Array.isArray(sent)) return []
  return sent.filter((event): event is LiveEvent => v.is(LiveEvent, event))
}
