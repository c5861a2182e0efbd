import type { Pool, PoolClient } from 'pg'

/** Runs work in one transaction: all of it is stored, or, when it throws, nothing. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // A connection that breaks says so to the query under way, and to a listener: without one the process would end.
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
    // A connection that cannot even roll back is not given to anyone else.
    await client.query('ROLLBACK').catch(onBroken)
    throw error
  } finally {
    client.off('error', onBroken)
    client.release(broken)
  }
}
