import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool } from '../../server/db/pool.ts'

export const TEMPLATE_DATABASE = 'enamel_template'

/** The same server's address with another database name. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export type TestDatabase = AsyncDisposable & { url: string; pool: pg.Pool; close(): Promise<void> }

/** A database of its own for a test file, copied from the migrated template. */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`)

  const url = withDatabase(serverUrl, name)
  const pool = createPool(url)
  const close = async () => {
    if (!pool.ended) await pool.end()
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  }
  return { url, pool, close, [Symbol.asyncDispose]: close }
}
