import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createPool } from '../../server/platform/db/pool.ts'

/*
 * Separate from what creates the template, since every worker of a browser test loads this: migrations and
 * job queues would cost each of them a second.
 */

export const TEMPLATE_DATABASE = 'enamel_template'

export type TestDatabase = AsyncDisposable & { url: string; pool: pg.Pool; close(): Promise<void> }

/**
 * @param serverUrl what `startTestPostgres` returned
 * @param template 'template1' is PostgreSQL's own, and practically empty
 */
export async function copyTemplate(serverUrl: string, template = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = adminOf(serverUrl)
  // FILE_COPY takes a quarter of the work of the default, which goes through the log.
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)

  const url = withDatabase(serverUrl, name)
  const pool = createPool(url)
  const close = async () => {
    if (!pool.ended) await pool.end()
    await dropLater(serverUrl, name)
  }
  return { url, pool, close, [Symbol.asyncDispose]: close }
}

/** Databases to drop, by the server's address; for all files of a process, which share no modules (per-file.ts). */
const LEFT = Symbol.for('databases that are to be dropped')
const shared = globalThis as { [LEFT]?: Map<string, string[]> }
shared[LEFT] ??= new Map()
const left = shared[LEFT]

/**
 * Drops the one that was closed before: its connections have gone by now. PostgreSQL waits 100 ms for one that is
 * still on its way out. The last one goes with its server.
 */
async function dropLater(serverUrl: string, name: string): Promise<void> {
  const names = left.get(serverUrl) ?? []
  left.set(serverUrl, [name])
  for (const each of names) await adminOf(serverUrl).query(`DROP DATABASE IF EXISTS ${each} WITH (FORCE)`)
}

const admins = new Map<string, pg.Pool>()

/** Reused from one database to the next: a connection costs a third of a copy. It ends by itself when idle. */
function adminOf(serverUrl: string): pg.Pool {
  const known = admins.get(serverUrl)
  if (known) return known
  const admin = new pg.Pool({
    connectionString: serverUrl,
    max: 2,
    idleTimeoutMillis: 1_000,
    allowExitOnIdle: true,
  })
  // The server may go before its connections do.
  admin.on('error', () => {})
  admins.set(serverUrl, admin)
  return admin
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
