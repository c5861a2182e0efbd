import pg from 'pg'
import type { Logger } from 'pino'
import { KEEP_ALIVE } from '../db/pool.ts'
import { SESSION } from '../db/session.ts'
import { HttpFailure } from '../http/failure.ts'
import { reasonOf } from '../process/failure.ts'
import { throttled } from '../process/throttled.ts'
import { EVENTS_CHANNEL, SESSIONS_CHANNEL } from './channel.ts'

/** Backoff after a failed connection, in milliseconds, whatever the demand. */
const TRY_AGAIN_MS = 1_000

/** The single connection of a process, open while needed. */
export type SharedLine = {
  /**
   * Opens the connection unless it is open; concurrent callers share it.
   * @throws HttpFailure 503 when the database is away
   */
  opened(): Promise<Line>
  current(): Promise<Line> | null
  /** Treats the connection as broken. */
  fail(line: Promise<Line>, error: unknown): void
  /** Closes it until the next caller. */
  letGo(): void
}

export function createSharedLine(options: LineOptions & { log: Pick<Logger, 'warn'> }): SharedLine {
  let line: Promise<Line> | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  const report = throttled()

  const warn = (reason: string) =>
    report(reason, () => options.log.warn({ reason }, 'events: the connection to the database is not there'))

  const away = () =>
    new HttpFailure('unavailable', "Live updates aren't available right now. Please try again.", {
      retryAfter: TRY_AGAIN_MS / 1000,
    })

  function letGo(): void {
    line?.then(
      (opened) => opened.close(),
      () => {},
    )
    line = null
  }

  function lost(reason: string): void {
    warn(reason)
    letGo()
    options.onLost()
  }

  return {
    current: () => line,
    letGo,
    fail(failed, error) {
      if (line === failed) lost(reasonOf(error))
    },
    async opened() {
      if (performance.now() - failedAt < TRY_AGAIN_MS) throw away()
      line ??= openLine({ ...options, onLost: () => lost('connection broken') })
      const mine = line
      try {
        const opened = await mine
        // Unless it was lost or closed in the meantime.
        if (line === mine) return opened
      } catch (error) {
        if (line === mine) {
          line = null
          failedAt = performance.now()
          warn(reasonOf(error))
        }
      }
      throw away()
    },
  }
}

/** Milliseconds for connecting, and for an answer: a cut connection never reports itself. */
const ANSWER_TIMEOUT_MS = 5_000

/** A database connection that receives notifications. */
type Line = {
  query: pg.Client['query']
  /** No callback is called after this. */
  close(): void
}

type LineOptions = {
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
