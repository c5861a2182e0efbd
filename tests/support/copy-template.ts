import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { createPool } from '../../server/db/pool.ts'

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
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  // FILE_COPY takes a quarter of the work of the default, which goes through the log.
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)

  const url = withDatabase(serverUrl, name)
  const pool = createPool(url)
  const close = async () => {
    if (!pool.ended) await pool.end()
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  }
  return { url, pool, close, [Symbol.asyncDispose]: close }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
