import type { Pool } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'
import { BOOKING_FUNCTION } from '../appointments/booking-function.ts'
import { syncCatalog } from '../catalog/sync.ts'
import { inTransaction } from './in-transaction.ts'
import { knownLevels, type Level, migrateUpTo } from './migrations.ts'

/** Any constant: the advisory lock that only one starting server holds at a time. */
export const MIGRATION_LOCK = 4_203_001

/**
 * Brings the tables and the booking function up to date, and the clinic's doctors and services into the tables: all of
 * it, or nothing. Servers that start at once take turns, so that each migration runs once.
 */
export function migrate(pool: Pool, clinic: Clinic): Promise<void> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await migrateUpTo(client, knownLevels().at(-1) as Level)
    await client.query(BOOKING_FUNCTION)
    await syncCatalog(client, clinic)
  })
}
