import type { Pool } from 'pg'
import * as v from 'valibot'
import { LiveEvent } from '../../../contract/events.ts'

/** PostgreSQL channels between the server processes on one database. */
export const EVENTS_CHANNEL = 'enamel_events'
/** Notifies that sessions have ended, without saying whose. */
export const SESSIONS_CHANNEL = 'enamel_sessions'

/** A PostgreSQL notification may have almost 8,000 bytes; an event has at most 225. */
const EVENTS_PER_NOTIFICATION = 30

const NOTIFY = `SELECT pg_notify('${EVENTS_CHANNEL}', payload) FROM unnest($1::text[]) AS payload`

/**
 * Notifies all server processes, at commit only. Commits with a notification wait for one another, so
 * bookings use `Events.announce` instead.
 */
export async function notify(client: Pick<Pool, 'query'>, ...events: LiveEvent[]): Promise<void> {
  const payloads: string[] = []
  for (let i = 0; i < events.length; i += EVENTS_PER_NOTIFICATION) {
    payloads.push(JSON.stringify(events.slice(i, i + EVENTS_PER_NOTIFICATION)))
  }
  await client.query(NOTIFY, [payloads])
}

/** Drops invalid events, and those of another version of Enamel. */
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
