import type { Pool, PoolClient } from 'pg'

/** Commits when `work` returns, rolls back when it throws. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // A broken connection also emits 'error', which would end the process without a listener.
  let broken = false
  const onBroken = () => {
    broken = true
  }
  client.on('error', onBroken)
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A connection that cannot roll back must not be reused.
    await client.query('ROLLBACK').catch(onBroken)
    throw error
  } finally {
    client.off('error', onBroken)
    client.release(broken)
  }
}
