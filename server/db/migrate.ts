import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'
import type { Clinic } from '../../domain/clinic.ts'
import { BOOKING_FUNCTION } from '../appointments/booking-function.ts'
import { syncCatalog } from '../catalog/sync.ts'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any constant: the advisory lock that only one starting server holds at a time. */
export const MIGRATION_LOCK = 4_203_001

/**
 * Brings the tables and the booking function up to date, and the clinic's doctors and services into the tables.
 * Servers that start at once take turns, so that each migration runs once.
 */
export async function migrate(pool: Pool, clinic: Clinic): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle(client)
    await applyMigrations(db, { migrationsFolder: MIGRATIONS_FOLDER })
    await client.query(BOOKING_FUNCTION)
    await syncCatalog(db, clinic)
  } finally {
    // The connection goes, and with it the lock, whatever happened.
    client.release(true)
  }
}
