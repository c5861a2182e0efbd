import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { StartError } from '../process/start-error.ts'

/** Any constant works. The advisory lock lets only one starting server migrate at a time. */
export const MIGRATION_LOCK = 4_203_001

const LOOK_EVERY_MS = 250
/** Times in a row that the watch heard nothing. */
const MOST_SILENT = 3

export type LockOptions = {
  /** Called with the reason of a start's waiting. */
  waiting?: (says: string) => void
  /** Interval of that message, in milliseconds. */
  sayEveryMs?: number
  /** Interval of the watch, and its wait for an answer. */
  watchEveryMs?: number
}

/**
 * Runs work on a connection that holds the lock; servers that start at the same time take turns. The work has no time
 * limit; meanwhile a second connection checks now and then that the first is still there.
 * @param pool of at least two connections
 * @throws StartError when the database has gone silent meanwhile
 */
export async function underMigrationLock<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  { waiting = () => {}, sayEveryMs = 15_000, watchEveryMs = 5_000 }: LockOptions = {},
): Promise<T> {
  /** Queries with a deadline, which the pool for setting up does not have. */
  const ask: Ask = (db, text, values = []) =>
    db.query({ text, values, query_timeout: watchEveryMs } as { text: string })

  const client = await pool.connect()
  // The running query gets the error too; without a listener the process would end.
  client.on('error', () => {})
  try {
    await takeLock(client, ask, { waiting, sayEveryMs })
    const { rows } = await ask(client, 'SELECT pg_backend_pid() AS pid')
    return await watched({ pool, client, pid: Number(rows[0]?.pid), ask, watchEveryMs }, work(client))
  } finally {
    // Closing the connection drops the lock and any uncommitted changes.
    client.release(true)
  }
}

type Ask = (
  db: Pick<Pool, 'query'>,
  text: string,
  values?: unknown[],
) => Promise<QueryResult<Record<string, unknown>>>

async function takeLock(
  client: PoolClient,
  ask: Ask,
  { waiting, sayEveryMs }: Required<Pick<LockOptions, 'waiting' | 'sayEveryMs'>>,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    // Asked again and again, and not waited for: a connection that is cut would wait for ever.
    const { rows } = await ask(client, `SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS free`)
    if (rows[0]?.free) return
    if (waitedMs % sayEveryMs === 0 && waitedMs > 0)
      waiting('Another process of Enamel updates the tables; this one waits for it.')
    await delay(LOOK_EVERY_MS)
  }
}

type Watch = { pool: Pool; client: PoolClient; pid: number; ask: Ask; watchEveryMs: number }

async function watched<T>({ pool, client, pid, ask, watchEveryMs }: Watch, work: Promise<T>): Promise<T> {
  let silent = 0
  let isGone = false
  const watch = setInterval(async () => {
    const asked = ask(pool, 'SELECT FROM pg_stat_activity WHERE pid = $1', [pid]).then(
      ({ rows }) => rows.length > 0,
      () => false,
    )
    // A new connection may take longer to fail.
    const isThere = await Promise.race([asked, delay(watchEveryMs, false, { ref: false })])
    silent = isThere ? 0 : silent + 1
    if (silent < MOST_SILENT || isGone) return
    isGone = true
    // The waiting query gets the error.
    ;(client as PoolClient & { end(): Promise<void> }).end().catch(() => {})
  }, watchEveryMs)
  try {
    return await work
  } catch (error) {
    if (!isGone) throw error
    throw new StartError('The database fell silent while its tables were updated. Start Enamel again.')
  } finally {
    clearInterval(watch)
  }
}
