import type { Pool } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'
import { APPOINTMENT_FUNCTIONS } from '../appointments/booking-function.ts'
import { syncCatalog } from '../catalog/sync.ts'
import { prepareJobs } from '../jobs/index.ts'
import { knownLevels, type Level, migrateUpTo } from './migrations.ts'

/** Any constant works. The advisory lock lets only one starting server migrate at a time. */
export const MIGRATION_LOCK = 4_203_001

/**
 * Updates the tables, the booking function, and the clinic's doctors and services in one transaction. pg-boss
 * then updates the job queue itself. Servers that start together take turns.
 */
export async function migrate(pool: Pool, clinic: Clinic): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('BEGIN')
    await migrateUpTo(client, knownLevels().at(-1) as Level)
    await client.query(APPOINTMENT_FUNCTIONS)
    await syncCatalog(client, clinic)
    await client.query('COMMIT')
    await prepareJobs(client)
  } finally {
    // Closing the connection drops the lock and any uncommitted changes.
    client.release(true)
  }
}
