import pg from 'pg'

/** Lock timeout in milliseconds; after it the caller gets 'busy'. */
const LOCK_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 9_000
/** Timeout for an answer, in milliseconds: a hung server or a cut connection never reports itself. */
const ANSWER_TIMEOUT_MS = 10_000

/** No timeouts: a migration, or waiting for another server's, may take long. */
export function createSetupPool(connectionString: string): pg.Pool {
  return withoutIdleErrors(new pg.Pool({ connectionString, max: 2, application_name: 'enamel-setup' }))
}

/** A pool with timeouts. @param max connections this process may hold at once */
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

/**
 * The pool replaces a connection that breaks while idle; without a listener the error would end the process.
 */
function withoutIdleErrors(pool: pg.Pool): pg.Pool {
  pool.on('error', () => {})
  return pool
}
