import pg from 'pg'

/** A pool as bare as the driver gives it. */
export function barePool(databaseUrl: string, connections: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  // When a bench fails the database goes before the pool does; what failed is the error to see.
  pool.on('error', () => {})
  return pool
}
