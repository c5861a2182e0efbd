import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { DeliveryCounts } from '../../integrations/webhooks/worker.ts'
import { type Replication, replicationOf } from '../../platform/db/replication.ts'
import type { Events } from '../../platform/events/events.ts'
import { type ObserveRequest, requestMetrics } from '../../platform/http/call-metrics.ts'

export type Metrics = {
  observe: ObserveRequest
  /** In Prometheus's text format. */
  text(): Promise<string>
  contentType: string
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * Metrics of one server in a separate registry. Process metrics (memory, CPU, event loop, garbage collection)
 * are collected from the first scrape on, so they are free without one.
 * @param build identifies the page's build; none without a page
 */
export function createMetrics({ build = '', ...sources }: StateSources & { build?: string }): Metrics {
  const registry = new Registry()
  new Gauge({
    name: 'enamel_build_info',
    help: 'Always 1; the labels say which version runs',
    labelNames: ['version', 'build', 'node'],
    registers: [registry],
  }).set({ version, build, node: process.version }, 1)
  stateMetrics(registry, sources)
  const observe = requestMetrics(registry)
  let isAsked = false
  return {
    observe,
    contentType: registry.contentType,
    text() {
      if (!isAsked) collectDefaultMetrics({ register: registry })
      isAsked = true
      return registry.metrics()
    },
  }
}

type StateSources = {
  pool: Pool
  bookingPool: Pool
  events: Pick<Events, 'count'>
  webhooks: { counts: Readonly<DeliveryCounts> }
}

/** Connections, streams and queues, measured only at a scrape. */
function stateMetrics(registry: Registry, { pool, bookingPool, events, webhooks }: StateSources): void {
  const registers = [registry]
  const pools = { calls: pool, bookings: bookingPool }
  new Gauge({
    name: 'enamel_database_connections',
    help: 'Connections of this process to the database, by pool',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, { idleCount, totalCount }] of Object.entries(pools)) {
        this.set({ pool: name, state: 'idle' }, idleCount)
        this.set({ pool: name, state: 'busy' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'enamel_database_waiting',
    help: 'Questions of this process that wait for a connection, by pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [name, { waitingCount }] of Object.entries(pools)) this.set({ pool: name }, waitingCount)
    },
  })
  new Gauge({
    name: 'enamel_event_streams',
    help: 'Open streams of events of this process',
    registers,
    collect() {
      this.set(events.count())
    },
  })
  new Counter({
    name: 'enamel_webhook_deliveries_total',
    help: 'Tries of this process to deliver webhooks, by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(webhooks.counts)) this.inc({ outcome }, count)
    },
  })
  queueMetrics(registry, pool)
  replicationMetrics(registry, pool)
}

/** Every process on a database reports the same, since queues are shared. */
function queueMetrics(registry: Registry, pool: Pool): void {
  const look = waitingJobs(pool)
  const gauge = (name: string, help: string, of: 'waiting' | 'oldestSeconds') =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        this.reset()
        // On failure there is no sample, which differs from 0.
        for (const jobs of (await look()) ?? []) this.set({ queue: jobs.queue }, jobs[of])
      },
    })
  gauge('enamel_jobs_waiting', 'Jobs that wait for their first or next try, by queue', 'waiting')
  gauge('enamel_jobs_oldest_seconds', 'Age of the oldest job that waits, by queue', 'oldestSeconds')
}

/** From the database: every process reports the same. A server without standbys has none of these. */
function replicationMetrics(registry: Registry, pool: Pool): void {
  const look = replicationState(pool)
  const gauge = (name: string, help: string, of: (state: Replication) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await look()
        // Not reset(): that leaves 0 in a gauge without labels.
        this.remove()
        const value = state && of(state)
        if (value !== null) this.set(value)
      },
    })
  const ofCluster = (of: (state: Replication) => number | null) => (state: Replication) =>
    state.isClustered ? of(state) : null
  gauge(
    'enamel_database_standbys',
    'Standbys that follow the primary',
    ofCluster(({ standbys }) => standbys),
  )
  gauge(
    'enamel_database_synchronous_standbys',
    'Standbys that have what was acknowledged; 0 is an alarm',
    ofCluster(({ synchronous, standbys }) => synchronous ?? (standbys === 0 ? 0 : null)),
  )
  gauge(
    'enamel_database_standby_lag_seconds',
    'How far the slowest standby is behind',
    ofCluster(({ lagSeconds }) => lagSeconds),
  )
  gauge(
    'enamel_database_archive_age_seconds',
    'Since the log was last archived',
    ({ archiveSeconds }) => archiveSeconds,
  )
}

/** Cache lifetime in milliseconds, so that frequent scrapes cost one query. */
const KEPT_MS = 5_000
/** Timeout in milliseconds: a slow database must not delay the other metrics. */
const WAIT_MS = 1_000

/** Jobs waiting for their first attempt or a retry. */
type WaitingJobs = { queue: string; waiting: number; oldestSeconds: number }

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
function waitingJobs(pool: Pick<Pool, 'query'>): () => Promise<WaitingJobs[] | null> {
  const text = { name: 'waiting-jobs', text: WAITING }
  return askedRarely(async () => (await pool.query<WaitingJobs>(text)).rows)
}

/** The database's view of its standbys, as `waitingJobs`. */
function replicationState(pool: Pick<Pool, 'query'>): () => Promise<Replication | null> {
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
