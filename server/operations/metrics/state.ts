import type { Pool } from 'pg'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { DeliveryCounts } from '../../integrations/webhooks/worker.ts'
import type { Replication } from '../../platform/db/replication.ts'
import type { Events } from '../../platform/events/events.ts'
import { replicationState, waitingJobs } from './queues.ts'

export type StateSources = {
  pool: Pool
  bookingPool: Pool
  events: Pick<Events, 'count'>
  webhooks: { counts: Readonly<DeliveryCounts> }
}

/** Connections, streams and queues, measured only at a scrape. */
export function stateMetrics(
  registry: Registry,
  { pool, bookingPool, events, webhooks }: StateSources,
): void {
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

/** Of the database: every process reports the same. A server without standbys has none of these. */
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
