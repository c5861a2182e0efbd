import pg from 'pg'
import { KEEP_ALIVE } from '../db/pool.ts'
import { SESSION } from '../db/session.ts'
import { EVENTS_CHANNEL, SESSIONS_CHANNEL } from './channel.ts'

/** Milliseconds for connecting, and for an answer: a cut connection never reports itself. */
const ANSWER_TIMEOUT_MS = 5_000

/** A database connection that receives notifications. */
export type Line = {
  query: pg.Client['query']
  /** No callback is called after this. */
  close(): void
}

export type LineOptions = {
  databaseUrl: string
  onNotification(channel: string, payload: string): void
  /** The open connection broke, so later notifications may be lost. */
  onLost(): void
}

/**
 * Opens a dedicated connection and listens; from then on no committed notification is missed until `onLost`.
 * A pool would close it when idle.
 * @throws the database's error when it is away
 */
export async function openLine({ databaseUrl, onNotification, onLost }: LineOptions): Promise<Line> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'enamel-events',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    ...KEEP_ALIVE,
  })
  let isOpen = false
  const onEnd = () => {
    if (!isOpen) return
    isOpen = false
    onLost()
  }
  const close = () => {
    isOpen = false
    // Closing a broken connection may fail, which does not matter.
    client.end().catch(() => {})
  }
  // Immediately: an error without a listener would end the process.
  client.on('error', onEnd)
  client.on('end', onEnd)
  client.on('notification', ({ channel, payload = '' }) => isOpen && onNotification(channel, payload))
  try {
    await client.connect()
    await client.query(`SELECT ${SESSION}; LISTEN ${EVENTS_CHANNEL}; LISTEN ${SESSIONS_CHANNEL}`)
  } catch (error) {
    close()
    throw error
  }
  isOpen = true
  return { query: client.query.bind(client) as pg.Client['query'], close }
}
