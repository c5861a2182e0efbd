import type { Pool, PoolClient } from 'pg'
import { isUnfit } from './away.ts'

/**
 * Work on one connection of a pool. A connection that broke meanwhile, or that the error of `work` shows to be cut, silent or
 * read only, is thrown away.
 * @param work `spoil` says of the connection itself that it is broken
 */
export async function withClient<T>(
  pool: Pick<Pool, 'connect'>,
  work: (client: PoolClient, spoil: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // A broken connection also emits 'error', which would end the process without a listener.
  let broken: Error | undefined
  const spoil = (error: Error) => {
    broken ??= error
  }
  client.on('error', spoil)
  try {
    return await work(client, spoil)
  } catch (error) {
    if (isUnfit(error)) spoil(error as Error)
    throw error
  } finally {
    client.off('error', spoil)
    client.release(broken)
  }
}
