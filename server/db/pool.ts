import pg from 'pg'

/** Longest wait for another transaction's lock, in milliseconds; then the caller is told that the clinic is busy. */
const LOCK_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 9_000
/** Longest wait for an answer of the server: one that hangs, or a line that was cut, never says so. */
const ANSWER_TIMEOUT_MS = 10_000

/** Connections for setting the database up: a migration, or waiting for another server's, may take its time. */
export function createSetupPool(connectionString: string): pg.Pool {
  return withoutIdleErrors(new pg.Pool({ connectionString, max: 2, application_name: 'enamel-setup' }))
}

/**
 * Connections to the clinic's database, which give up instead of waiting for ever.
 * @param max connections this process may hold at once
 */
export function createPool(connectionString: string, max = 10): pg.Pool {
  return withoutIdleErrors(
    new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      lock_timeout: LOCK_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      application_name: 'enamel',
    }),
  )
}

/** A connection that breaks while idle is replaced by the pool; without a listener it would end the process. */
function withoutIdleErrors(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  return pool
}
