import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import clinic from '../../clinic.config.ts'
import { startEmbeddedPostgres } from '../../server/db/embedded/index.ts'
import { migrate } from '../../server/db/migrate.ts'
import { prepareJobs } from '../../server/jobs/index.ts'
import { TEMPLATE_DATABASE, withDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'enamel-test-'))
  const log = pino({ level: 'warn' })
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false })

  const admin = new pg.Pool({ connectionString: postgres.url, max: 1 })
  await admin.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`)
  await admin.end()

  const templateUrl = withDatabase(postgres.url, TEMPLATE_DATABASE)
  const template = new pg.Pool({ connectionString: templateUrl, max: 2 })
  await migrate(template, clinic)
  await prepareJobs(template)
  await template.end()

  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
