import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import clinic from '../../clinic.config.ts'
import { startEmbeddedPostgres } from '../../server/db/embedded/index.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createPool } from '../../server/db/pool.ts'
import { prepareJobs } from '../../server/jobs/index.ts'

const TEMPLATE_DATABASE = 'enamel_template'

/** One PostgreSQL for a whole run, with a migrated database in it that `copyTemplate` copies. */
export async function startTestPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(await quickFolder(), 'enamel-test-'))
  // As root the database runs as another user, who must get in.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), durable: false })

  const admin = new pg.Pool({ connectionString: postgres.url, max: 1 })
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`)
  await admin.end()

  const template = new pg.Pool({ connectionString: withDatabase(postgres.url, TEMPLATE_DATABASE), max: 2 })
  await migrate(template, clinic)
  await prepareJobs(template)
  await template.end()

  return {
    url: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Each test file copies a database of a thousand small files: in memory that takes a third less of the whole run. */
async function quickFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  return access(inMemory, constants.W_OK).then(
    () => inMemory,
    () => tmpdir(),
  )
}

export type TestDatabase = AsyncDisposable & { url: string; pool: pg.Pool; close(): Promise<void> }

/**
 * A database of its own, copied from the migrated template.
 * @param serverUrl what `startTestPostgres` gave
 * @param template another one: 'template1' is PostgreSQL's own, and as good as empty
 */
export async function copyTemplate(serverUrl: string, template = TEMPLATE_DATABASE): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)

  const url = withDatabase(serverUrl, name)
  const pool = createPool(url)
  const close = async () => {
    if (!pool.ended) await pool.end()
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await admin.end()
  }
  return { url, pool, close, [Symbol.asyncDispose]: close }
}

/** The same server's address with another database name. */
function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
