import { buildIfStale } from '../../scripts/build/build-if-stale.ts'
import { startTestPostgres } from '../support/postgres.ts'

/** Name of the variable by which the tests find the PostgreSQL of the run. */
export const POSTGRES_URL = 'E2E_POSTGRES_URL'

/** The page as it is served, and one PostgreSQL in which every worker has a database of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  // Already done by run.ts; this is for `playwright test` by hand.
  await buildIfStale(() => {})
  const postgres = await startTestPostgres()
  process.env[POSTGRES_URL] = postgres.url
  return postgres.stop
}
