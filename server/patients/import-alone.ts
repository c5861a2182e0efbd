import type { Pool, PoolClient } from 'pg'
import { ImportBusy } from './file-refused.ts'

/** Held by an import for as long as it runs, and by whoever must not meet one. */
export const IMPORT_LOCK = `hashtextextended('patients.import', 0)`

/**
 * Runs an import while no other one runs, on whichever process, with a connection of its own. The lock is that
 * connection's: where it breaks, so does the import.
 * @throws ImportBusy at once when another one runs
 */
export async function importAlone<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // A connection that breaks says so to the query under way, and to a listener: without one the process would end.
  let isBroken = false
  const onBroken = () => {
    isBroken = true
  }
  client.on('error', onBroken)
  try {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${IMPORT_LOCK}) AS free`)
    if (!rows[0].free) throw new ImportBusy()
    try {
      return await work(client)
    } finally {
      // A connection that cannot give its lock back is not given to anyone else.
      await client.query(`SELECT pg_advisory_unlock(${IMPORT_LOCK})`).catch(onBroken)
    }
  } finally {
    client.off('error', onBroken)
    client.release(isBroken)
  }
}

/** One transaction of several on a connection. */
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
