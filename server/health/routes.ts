import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { HttpFailure } from '../http/failure.ts'

/**
 * For monitoring: /healthz says the process runs, /readyz that it can serve, which ends as soon as it is
 * stopping. Exempt from limits.
 */
export function healthRoutes({ pool, isStopping }: Pick<AppContext, 'pool' | 'isStopping'>) {
  return new Hono()
    .get('/healthz', (c) => c.json({ success: true }))
    .get('/readyz', async (c) => {
      if (isStopping()) throw new HttpFailure('busy', 'The server is stopping.')
      try {
        await pool.query('SELECT 1')
      } catch {
        throw new HttpFailure('unavailable', 'The database is away.')
      }
      return c.json({ success: true })
    })
}
