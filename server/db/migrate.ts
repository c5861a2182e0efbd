import type { Pool } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'
import { BOOKING_FUNCTION } from '../appointments/booking-function.ts'
import { syncCatalog } from '../catalog/sync.ts'
import { prepareJobs } from '../jobs/index.ts'
import { knownLevels, type Level, migrateUpTo } from './migrations.ts'

/** Any constant: the advisory lock that only one starting server holds at a time. */
export const MIGRATION_LOCK = 4_203_001

/**
 * Brings the tables and the booking function up to date, and the clinic's doctors and services into the tables: all of
 * it, or nothing. The job queue follows by pg-boss's own means. Servers that start at once take turns.
 */
export async function migrate(pool: Pool, clinic: Clinic): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('BEGIN')
    await migrateUpTo(client, knownLevels().at(-1) as Level)
    await client.query(BOOKING_FUNCTION)
    await syncCatalog(client, clinic)
    await client.query('COMMIT')
    await prepareJobs(client)
  } finally {
    // The connection goes, and with it the lock and what was not committed, whatever happened.
    client.release(true)
  }
}
