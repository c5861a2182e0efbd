import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Several scrapers, or one that asks every second, cost the database one question in this time, in milliseconds. */
const KEPT_MS = 5_000
/** A database that is busy or away must not keep the other numbers waiting. */
const WAIT_MS = 1_000

/** Jobs of one queue that wait for their first or next try. */
export type WaitingJobs = { queue: string; waiting: number; oldestSeconds: number }

/** Read from an index that holds waiting jobs alone (pg-boss's job_i11), however many are done. Age by the database's clock. */
const WAITING = `
  SELECT q.name AS queue, coalesce(j.waiting, 0)::int AS waiting,
         coalesce(extract(epoch FROM now() - j.oldest), 0)::float8 AS "oldestSeconds"
  FROM pgboss.queue q
  LEFT JOIN (SELECT name, count(*) AS waiting, min(created_on) AS oldest
             FROM pgboss.job WHERE state < 'active' AND NOT blocked GROUP BY name) j USING (name)
  ORDER BY q.name`

/**
 * Looks at the queues at most every 5 seconds.
 * @returns a function that gives null when they cannot be looked at within a second
 */
export function waitingJobs(pool: Pick<Pool, 'query'>): () => Promise<WaitingJobs[] | null> {
  let known: Promise<WaitingJobs[] | null> = Promise.resolve(null)
  let knownSince = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - knownSince >= KEPT_MS) {
      knownSince = performance.now()
      const asked = pool.query<WaitingJobs>({ name: 'waiting-jobs', text: WAITING }).then(
        ({ rows }) => rows,
        // Nothing to tell: what is away shows in the calls.
        () => null,
      )
      known = Promise.race([asked, delay(WAIT_MS, null, { ref: false })])
    }
    return known
  }
}
