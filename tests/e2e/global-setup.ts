import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { buildIfStale } from '../../build/build-if-stale.ts'
import { startTestPostgres } from '../support/postgres.ts'

/** Names of the variables by which the tests find what was made for the whole run. */
export const POSTGRES_URL = 'E2E_POSTGRES_URL'
export const RUN_FOLDER = 'E2E_RUN_FOLDER'

/** The page as it is served, one PostgreSQL in which every worker has a database, and a folder for their files. */
export default async function setup(): Promise<() => Promise<void>> {
  // Already done by run.ts; this is for `playwright test` by hand.
  await buildIfStale(() => {})
  const postgres = await startTestPostgres()
  const folder = path.join(postgres.folder, 'files')
  await mkdir(folder, { mode: 0o700 })
  process.env[POSTGRES_URL] = postgres.url
  process.env[RUN_FOLDER] = folder
  return postgres.stop
}
