import type { Pool, PoolClient } from 'pg'

/** Rounds of asking: another client of the pooler may take the session in between. */
const ROUNDS = 5

/**
 * Reports whether a pooler behind the address hands one session to several connections in turn (PgBouncer's transaction
 * and statement modes). Locks, timeouts and notifications belong to a session and would not work there.
 * @param pool of at least two connections
 */
export async function sharesSessions(pool: Pool): Promise<boolean> {
  const one = await pool.connect()
  try {
    // A pooler invents this id for its clients, so that without one the two are the same.
    if ((one as PoolClient & { processID: number | null }).processID === (await processOf(one))) return false
    const other = await pool.connect()
    try {
      for (let round = 0; round < ROUNDS; round++) if (await isShared(one, other)) return true
      return false
    } finally {
      other.release(true)
    }
  } finally {
    one.release(true)
  }
}

async function isShared(one: PoolClient, other: PoolClient): Promise<boolean> {
  const before = await processOf(one)
  try {
    await other.query('BEGIN')
  } catch {
    // PgBouncer's statement mode knows no transactions.
    return true
  }
  const its = await processOf(other)
  const after = await processOf(one)
  await other.query('COMMIT')
  return its === before || after !== before
}

async function processOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}
