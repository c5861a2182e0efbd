import pg from 'pg'
import { EVENTS_CHANNEL, SESSIONS_CHANNEL } from './channel.ts'

/** Milliseconds for connecting, and for an answer: a line that was cut never says so. */
const ANSWER_TIMEOUT_MS = 5_000

/** A connection to the database on which notifications arrive. */
export type Line = {
  query: pg.Client['query']
  /** Lets the connection go; nothing is told of it any more. */
  close(): void
}

export type LineOptions = {
  databaseUrl: string
  onNotification(channel: string, payload: string): void
  /** It has broken, once it was open: what was sent from then on is not known. */
  onLost(): void
}

/**
 * Opens a connection of its own and listens on it; from here on nothing that is committed is missed until it is lost.
 * Not one of a pool: those are closed when idle, and this one is idle by nature.
 * @throws the database's error when it is away
 */
export async function openLine({ databaseUrl, onNotification, onLost }: LineOptions): Promise<Line> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'enamel-events',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  })
  let isOpen = false
  const onEnd = () => {
    if (!isOpen) return
    isOpen = false
    onLost()
  }
  const close = () => {
    isOpen = false
    // A connection that is broken already has nothing to add.
    client.end().catch(() => {})
  }
  // Listened to from the start: an error without a listener would end the process.
  client.on('error', onEnd)
  client.on('end', onEnd)
  client.on('notification', ({ channel, payload = '' }) => isOpen && onNotification(channel, payload))
  try {
    await client.connect()
    await client.query(`LISTEN ${EVENTS_CHANNEL}; LISTEN ${SESSIONS_CHANNEL}`)
  } catch (error) {
    close()
    throw error
  }
  isOpen = true
  return { query: client.query.bind(client) as pg.Client['query'], close }
}
