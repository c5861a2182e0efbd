import type { Pool, PoolClient } from 'pg'
import { withClient } from '../db/with-client.ts'
import { ImportBusy } from './file-refused.ts'

/**
 * Taken during any import, of patients or of appointments, and by work that must not overlap with one. The name dates
 * from when there were patients alone; with another one processes of the version before would run beside it.
 */
export const IMPORT_LOCK = `hashtextextended('patients.import', 0)`

/**
 * Runs one import at a time across all processes, on a dedicated connection that has the lock: if it breaks, so does
 * the import.
 * @throws ImportBusy at once when another one runs
 */
export function importAlone<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return withClient(pool, async (client, spoil) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${IMPORT_LOCK}) AS free`)
    if (!rows[0].free) throw new ImportBusy()
    try {
      return await work(client)
    } finally {
      // A connection that cannot release its lock must not be reused.
      await client.query(`SELECT pg_advisory_unlock(${IMPORT_LOCK})`).catch(spoil)
    }
  })
}

/** One of several transactions on a connection. */
export async function transactionOn(client: PoolClient, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
