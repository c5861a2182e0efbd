import type pg from 'pg'
import type { Pool, PoolClient } from 'pg'
import { IN_PASSWORD } from '../config/config.ts'
import { StartError } from '../process/start-error.ts'
import { createPool } from './pool.ts'

/** PostgreSQL 15 is the first with `NULLS NOT DISTINCT`. */
const LEAST_VERSION = 150_000

type Options = {
  /** Setting with the address. */
  setting?: string
  /** Factory of the pool; by default as for calls. */
  create?: (databaseUrl: string) => pg.Pool
}

/**
 * A pool whose connection was tested: there is a PostgreSQL that takes changes and all letters, with a session for
 * each connection.
 * @throws {StartError} with one sentence, without the password, when there is no usable PostgreSQL behind the
 * address
 */
export async function connectOrExplain(
  databaseUrl: string,
  { setting = 'DATABASE_URL', create = createPool }: Options = {},
): Promise<pg.Pool> {
  const where = describe(databaseUrl, setting)
  const pool = create(databaseUrl)
  try {
    const { rows } = await pool.query<{ version: number; encoding: string }>(
      `SELECT current_setting('server_version_num')::int AS version,
              current_setting('server_encoding') AS encoding`,
    )
    const { version = 0, encoding } = rows[0] ?? {}
    if (version < LEAST_VERSION) {
      throw new StartError(
        `${setting}: ${where} is PostgreSQL ${Math.floor(version / 10_000)}, and Enamel needs 15 or newer.`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new StartError(
        `${setting}: ${where} is a database in ${encoding}, and Enamel needs one made with ENCODING 'UTF8'.`,
      )
    }
    if (await sharesSessions(pool)) {
      throw new StartError(
        `${setting}: ${where} is a pooler that shares sessions (PgBouncer: set pool_mode = session for this database), and Enamel needs one for each connection.`,
      )
    }
    return pool
  } catch (error) {
    await pool.end()
    if (error instanceof StartError) throw error
    throw new StartError(`${setting}: ${where} ${reason(error as Error & { code?: string })}.`)
  }
}

/** Host, port and database, without the password. */
function describe(databaseUrl: string, setting: string): string {
  const url = URL.parse(databaseUrl)
  if (url === null || !/^postgres(ql)?:\/\//i.test(databaseUrl)) {
    throw new StartError(
      `${setting} must look like postgres://user:password@host:5432/database. ${IN_PASSWORD}`,
    )
  }
  const host = url.searchParams.get('host') || decodeURIComponent(url.hostname) || 'localhost'
  return `${host}:${url.port || '5432'}${url.pathname === '/' ? '' : url.pathname}`
}

function reason({ code, message, syscall }: Error & { code?: string; syscall?: string }): string {
  if (syscall === 'open')
    return 'cannot be used: its address names a file of certificates that cannot be read'
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return 'does not answer: nothing listens there'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'has a host name that cannot be found'
    case '28P01':
    case '28000':
      return 'refuses the user or the password'
    case '42501':
      return 'does not let its user in: as a superuser, GRANT CONNECT ON DATABASE to it'
    case '3D000':
      return 'has no such database'
    case '53300':
      return 'has no connection left'
    case '57P03':
      return 'is starting or stopping'
    case '25006':
      return 'takes no changes: it is a standby, or was set to read only, and Enamel needs the primary'
  }
  if (/timeout|ETIMEDOUT/i.test(`${code} ${message}`)) return 'does not answer within 5 s'
  if (/ECONNRESET|terminated unexpectedly/i.test(`${code} ${message}`))
    return 'answers, but not as PostgreSQL (or is a proxy that knows no primary just now)'
  if (/does not support SSL/i.test(message)) return 'offers no TLS, and the address asks for it'
  // Codes only: messages of the server or the driver may repeat values of the query.
  return `cannot be used (${code ?? 'the driver gives no reason'})`
}

/** Rounds of asking: another client of the pooler may take the session in between. */
const ROUNDS = 5

/**
 * Reports whether a pooler behind the address hands one session to several connections in turn (PgBouncer's transaction
 * and statement modes). Locks, timeouts and notifications belong to a session and would not work there.
 * @param pool of at least two connections
 */
async function sharesSessions(pool: Pool): Promise<boolean> {
  const one = await pool.connect()
  try {
    // A pooler invents this id for its clients, so that without one the two are the same.
    if ((one as PoolClient & { processID: number | null }).processID === (await processOf(one))) return false
    const other = await pool.connect()
    try {
      for (let round = 0; round < ROUNDS; round++) if (await isShared(one, other)) return true
      return false
    } finally {
      other.release(true)
    }
  } finally {
    one.release(true)
  }
}

async function isShared(one: PoolClient, other: PoolClient): Promise<boolean> {
  const before = await processOf(one)
  try {
    await other.query('BEGIN')
  } catch {
    // PgBouncer's statement mode knows no transactions.
    return true
  }
  const its = await processOf(other)
  const after = await processOf(one)
  await other.query('COMMIT')
  return its === before || after !== before
}

async function processOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}
