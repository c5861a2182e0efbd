import type { Pool } from 'pg'
import type { Clinic } from '../../../domain/clinic.ts'
import { APPOINTMENT_FUNCTIONS } from '../../book/booking/booking-function.ts'
import { syncCatalog } from '../../book/catalog/sync.ts'
import { type LockOptions, underMigrationLock } from '../../platform/db/migration-lock.ts'
import { knownLevels, type Level, migrateUpTo } from '../../platform/db/migrations.ts'
import { prepareQueues } from '../../platform/queue/prepare.ts'
import { QUEUES } from './queues.ts'

type Options = LockOptions & {
  /** Further work for one server at a time, after the tables. */
  andThen?: () => Promise<void>
}

/**
 * Updates the tables, the booking function, and the clinic's doctors and services in one transaction. pg-boss then
 * updates the job queue itself. Servers that start at the same time take turns.
 * @throws StartError when the database has gone silent meanwhile
 */
export async function migrate(
  pool: Pool,
  clinic: Clinic,
  { andThen = async () => {}, ...lock }: Options = {},
): Promise<void> {
  await underMigrationLock(
    pool,
    async (client) => {
      await client.query('BEGIN')
      await migrateUpTo(client, knownLevels().at(-1) as Level)
      await client.query(APPOINTMENT_FUNCTIONS)
      await syncCatalog(client, clinic)
      await client.query('COMMIT')
      await prepareQueues(client, QUEUES)
      await andThen()
    },
    lock,
  )
}
