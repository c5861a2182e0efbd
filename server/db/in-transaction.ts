import type { Pool, PoolClient } from 'pg'

/** Runs work in one transaction: all of it is stored, or, when it throws, nothing. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: unknown
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    // A connection that cannot even roll back is not given to anyone else.
    await client.query('ROLLBACK').catch((reason: unknown) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken !== undefined)
  }
}
