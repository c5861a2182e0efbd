import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { createPool } from './pool.ts'

/** PostgreSQL 15 is the first with `NULLS NOT DISTINCT`. */
const LEAST_VERSION = 150_000

/**
 * A pool whose connection was tested by one round trip.
 * @throws {StartError} with one sentence, without the password, when there is no usable PostgreSQL behind the
 * address
 */
export async function connectOrExplain(databaseUrl: string): Promise<pg.Pool> {
  const where = describe(databaseUrl)
  const pool = createPool(databaseUrl)

  let version: number
  try {
    const { rows } = await pool.query("SELECT current_setting('server_version_num')::int AS version")
    version = rows[0].version
  } catch (error) {
    await pool.end()
    throw new StartError(`DATABASE_URL: ${where} ${reason(error as Error & { code?: string })}.`)
  }
  if (!(version >= LEAST_VERSION)) {
    await pool.end()
    throw new StartError(
      `DATABASE_URL: ${where} is PostgreSQL ${Math.floor(version / 10_000)}, and Enamel needs 15 or newer.`,
    )
  }
  return pool
}

/** Host, port and database, without the password. */
function describe(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new StartError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  }
  const host = url.hostname || url.searchParams.get('host') || 'localhost'
  return `${host}:${url.port || '5432'}${url.pathname === '/' ? '' : url.pathname}`
}

function reason({ code, message }: Error & { code?: string }): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'does not answer: nothing listens there'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'has a host name that cannot be found'
    case '28P01':
    case '28000':
      return 'refuses the user or the password'
    case '3D000':
      return 'has no such database'
    case '53300':
      return 'has no connection left'
    case '57P03':
      return 'is starting or stopping'
  }
  if (/timeout|ETIMEDOUT/i.test(`${code} ${message}`)) return 'does not answer within 5 s'
  if (/ECONNRESET|terminated unexpectedly/i.test(`${code} ${message}`))
    return 'answers, but not as PostgreSQL'
  if (/does not support SSL/i.test(message)) return 'offers no TLS, and the address asks for it'
  // Codes only: messages of the server or the driver may repeat what was sent.
  return `cannot be used (${code ?? 'the driver gives no reason'})`
}
