import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import pg, { escapeIdentifier } from 'pg'
import pino from 'pino'
import clinic from '../../clinic.config.ts'
import { migrate } from '../../server/operations/set-up/migrate.ts'
import { SUPERUSER } from '../../server/platform/db/embedded/cluster.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded/index.ts'
import { clearAfterwards } from './clear-afterwards.ts'
import { TEMPLATE_DATABASE, withDatabase } from './copy-template.ts'
import { quickFolder } from './quick-folder.ts'

/** One PostgreSQL for a whole run, with the migrated template that `copyTemplate` copies. */
export async function startTestPostgres(): Promise<{
  url: string
  superuserUrl: string
  /** Deleted with it, however the run ends. */
  folder: string
  stop(): Promise<void>
}> {
  const dataDir = await mkdtemp(path.join(await quickFolder(), 'enamel-test-'))
  // As root the database runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), durable: false })
  clearAfterwards(path.join(postgres.folder, 'cluster'), dataDir)

  const superuser = new URL(postgres.url)
  const { username } = superuser
  superuser.username = SUPERUSER

  const admin = new pg.Client({ connectionString: superuser.href })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE} OWNER ${escapeIdentifier(username)}`)
  await admin.end()

  const template = new pg.Pool({ connectionString: withDatabase(postgres.url, TEMPLATE_DATABASE), max: 2 })
  await migrate(template, clinic)
  await template.end()

  return {
    url: postgres.url,
    superuserUrl: superuser.href,
    folder: dataDir,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
