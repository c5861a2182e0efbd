import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { StartError } from '../start-error.ts'

/** Any constant works. The advisory lock lets only one starting server migrate at a time. */
export const MIGRATION_LOCK = 4_203_001

const LOOK_EVERY_MS = 250
/** From then on, and as often, what is waited for is said. */
const SAY_EVERY_MS = 15_000
const WATCH_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 5_000
/** Times in a row that the watch heard nothing. */
const MOST_SILENT = 3

/** What an operator hears of a start that takes long. */
export type Waiting = (says: string) => void

/**
 * Runs work on a connection that holds the lock; servers that start together take turns. The work may take as long as it
 * likes, and while it does a second connection looks every 5 s whether the first one is still there.
 * @param pool of at least two connections
 * @throws StartError when the database has gone silent meanwhile
 */
export async function underMigrationLock<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  waiting: Waiting = () => {},
): Promise<T> {
  const client = await pool.connect()
  // The running query gets the error too; without a listener the process would end.
  client.on('error', () => {})
  try {
    await takeLock(client, waiting)
    const { rows } = await ask(client, 'SELECT pg_backend_pid() AS pid')
    return await watched(pool, client, rows[0].pid, work(client))
  } finally {
    // Closing the connection drops the lock and any uncommitted changes.
    client.release(true)
  }
}

async function takeLock(client: PoolClient, waiting: Waiting): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    // Asked again and again, and not waited for: a connection that is cut would wait for ever.
    const { rows } = await ask(client, `SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS free`)
    if (rows[0].free) return
    if (waitedMs % SAY_EVERY_MS === 0 && waitedMs > 0)
      waiting('Another process of Enamel updates the tables; this one waits for it.')
    await delay(LOOK_EVERY_MS)
  }
}

async function watched<T>(pool: Pool, client: PoolClient, pid: number, work: Promise<T>): Promise<T> {
  let silent = 0
  let isGone = false
  const watch = setInterval(async () => {
    const isThere = await ask(pool, 'SELECT FROM pg_stat_activity WHERE pid = $1', [pid]).then(
      ({ rows }) => rows.length > 0,
      () => false,
    )
    silent = isThere ? 0 : silent + 1
    if (silent < MOST_SILENT || isGone) return
    isGone = true
    // The query that waits hears of it.
    ;(client as PoolClient & { end(): Promise<void> }).end().catch(() => {})
  }, WATCH_EVERY_MS)
  try {
    return await work
  } catch (error) {
    if (!isGone) throw error
    throw new StartError(
      'The database fell silent while its tables were updated. Nothing was changed by halves.',
    )
  } finally {
    clearInterval(watch)
  }
}

/** With a deadline, which the pool for setting up does not have. */
const ask = (db: Pick<Pool, 'query'>, text: string, values: unknown[] = []) =>
  db.query({ text, values, query_timeout: ANSWER_WITHIN_MS } as { text: string })
