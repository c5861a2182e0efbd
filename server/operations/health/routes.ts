import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import type { SmsWay } from '../../messages/sms/transport.ts'
import type { PlatformContext } from '../../platform/context.ts'
import { HttpFailure } from '../../platform/http/failure.ts'

/** Milliseconds, less than the caller's timeout: a later answer counts as none. */
const ANSWER_WITHIN_MS = 2_000

/**
 * For monitoring: /healthz says the process runs, /readyz that it can serve: the database answers and takes changes,
 * and this process has worked on jobs within a minute; and the state of SMS, without which it serves too. It fails as
 * soon as the process is stopping. Exempt from limits.
 */
export function healthRoutes({
  pool,
  isStopping,
  jobsAreHeard,
  smsWay,
}: Pick<PlatformContext, 'pool' | 'isStopping' | 'jobsAreHeard'> & { smsWay: SmsWay }) {
  return new Hono()
    .get('/healthz', (c) => c.json({ success: true }))
    .get('/readyz', async (c) => {
      if (isStopping()) throw new HttpFailure('busy', 'The server is stopping.')
      if (!(await takesChanges(pool))) throw new HttpFailure('unavailable', AWAY)
      if (!jobsAreHeard()) throw new HttpFailure('unavailable', 'No jobs are worked on.')
      return c.json({ success: true, sms: smsWay })
    })
}

const AWAY = 'The database is away, or takes no changes.'

async function takesChanges(pool: PlatformContext['pool']): Promise<boolean> {
  const asked = pool.query<{ takes: boolean }>({
    text: `SELECT current_setting('transaction_read_only') = 'off' AS takes`,
    // A connection that has gone silent is found and thrown away by this.
    query_timeout: ANSWER_WITHIN_MS,
  } as { text: string })
  const answer = asked.then(
    ({ rows }) => rows[0]?.takes === true,
    () => false,
  )
  // Waiting for a connection takes longer.
  return Promise.race([answer, delay(ANSWER_WITHIN_MS, false, { ref: false })])
}
