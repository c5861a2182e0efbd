import type { Pool, PoolClient } from 'pg'
import { isUnfit } from './away.ts'
import { withClient } from './with-client.ts'

/** Commits when `work` returns, rolls back when it throws. With a client it is part of that client's transaction. */
export function inTransaction<T>(
  pool: Pool | PoolClient,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  if ('release' in pool) return work(pool)
  return withClient(pool, async (client, spoil) => {
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      return result
    } catch (error) {
      // A silent connection would delay the rollback, too, and one to a standby would roll back and stay: they are
      // discarded. One that cannot roll back must not be reused.
      if (!isUnfit(error)) await client.query('ROLLBACK').catch(spoil)
      throw error
    }
  })
}
