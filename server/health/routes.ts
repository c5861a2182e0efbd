import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { HttpFailure } from '../http/failure.ts'
import type { SmsWay } from '../sms/transport.ts'

/**
 * For monitoring: /healthz says the process runs, /readyz that it can serve, which ends as soon as it is
 * stopping, and what becomes of SMS, without which it serves too. Exempt from limits.
 */
export function healthRoutes({
  pool,
  isStopping,
  smsWay,
}: Pick<AppContext, 'pool' | 'isStopping'> & { smsWay: SmsWay }) {
  return new Hono()
    .get('/healthz', (c) => c.json({ success: true }))
    .get('/readyz', async (c) => {
      if (isStopping()) throw new HttpFailure('busy', 'The server is stopping.')
      try {
        await pool.query('SELECT 1')
      } catch {
        throw new HttpFailure('unavailable', 'The database is away.')
      }
      return c.json({ success: true, sms: smsWay })
    })
}
