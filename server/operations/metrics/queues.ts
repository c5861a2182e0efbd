import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Replication, replicationOf } from '../../platform/db/replication.ts'

/** Cache lifetime in milliseconds, so that frequent scrapes cost one query. */
const KEPT_MS = 5_000
/** Timeout in milliseconds: a slow database must not delay the other metrics. */
const WAIT_MS = 1_000

/** Jobs waiting for their first attempt or a retry. */
export type WaitingJobs = { queue: string; waiting: number; oldestSeconds: number }

/** Uses an index of waiting jobs only (pg-boss's job_i11). Age by the database's clock. */
const WAITING = `
  SELECT q.name AS queue, coalesce(j.waiting, 0)::int AS waiting,
         coalesce(extract(epoch FROM now() - j.oldest), 0)::float8 AS "oldestSeconds"
  FROM pgboss.queue q
  LEFT JOIN (SELECT name, count(*) AS waiting, min(created_on) AS oldest
             FROM pgboss.job WHERE state < 'active' AND NOT blocked GROUP BY name) j USING (name)
  ORDER BY q.name`

/**
 * Queries the queues at most every 5 seconds.
 * @returns a function that returns null after a second without an answer
 */
export function waitingJobs(pool: Pick<Pool, 'query'>): () => Promise<WaitingJobs[] | null> {
  const text = { name: 'waiting-jobs', text: WAITING }
  return askedRarely(async () => (await pool.query<WaitingJobs>(text)).rows)
}

/** The database's view of its standbys, as `waitingJobs`. */
export function replicationState(pool: Pick<Pool, 'query'>): () => Promise<Replication | null> {
  return askedRarely(() => replicationOf(pool))
}

function askedRarely<T>(ask: () => Promise<T>): () => Promise<T | null> {
  let known: Promise<T | null> = Promise.resolve(null)
  let knownSince = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - knownSince >= KEPT_MS) {
      knownSince = performance.now()
      // No log line: failing calls show an outage.
      const asked = ask().catch(() => null)
      known = Promise.race([asked, delay(WAIT_MS, null, { ref: false })])
    }
    return known
  }
}
