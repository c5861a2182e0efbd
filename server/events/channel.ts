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

/**
 * Tells all server processes of changes. Within a transaction they learn of them when it is committed, and never when
 * it is rolled back; commits that carry a notification wait for one another, so bookings use `Events.announce` instead.
 */
export async function notify(client: Pick<Pool, 'query'>, ...events: LiveEvent[]): Promise<void> {
  const payloads: string[] = []
  for (let i = 0; i < events.length; i += EVENTS_PER_NOTIFICATION) {
    payloads.push(JSON.stringify(events.slice(i, i + EVENTS_PER_NOTIFICATION)))
  }
  await client.query(NOTIFY, [payloads])
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
