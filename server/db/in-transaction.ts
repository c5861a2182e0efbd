import type { Pool, PoolClient } from 'pg'
import { isUnfit } from './away.ts'

/** Commits when `work` returns, rolls back when it throws. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // A broken connection also emits 'error', which would end the process without a listener.
  let broken: Error | undefined
  const onBroken = (error: Error) => {
    broken ??= error
  }
  client.on('error', onBroken)
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A silent connection would let the rollback wait, too, and one to a standby would roll back and stay.
    if (isUnfit(error)) broken ??= error as Error
    // A connection that cannot roll back must not be reused.
    else await client.query('ROLLBACK').catch(onBroken)
    throw error
  } finally {
    client.off('error', onBroken)
    client.release(broken)
  }
}
