import type { Pool } from 'pg'
import { type Clock, type JobResult, type JobWithMetadata, PgBoss, systemClock } from 'pg-boss'
import type { Logger } from 'pino'
import { createPool } from '../db/pool.ts'
import { placeOf, reasonOf } from '../process/failure.ts'
import { repeat } from '../process/repeat.ts'
import { throttled } from '../process/throttled.ts'
import { type Handler, type Queue, UNDELIVERED_QUEUE } from './job.ts'
import { createPace, type Pace } from './pace.ts'

export type Jobs = {
  /** Reports whether the database has answered this process about jobs within a minute: otherwise it works on none. */
  isHeard(withinMs?: number): boolean
  /** Waits at most 5 s for running sends; the next process does the rest. */
  stop(): Promise<void>
}

export type JobSettings = {
  databaseUrl: string
  log: Logger
  /** Handlers of each kind of job. */
  handlers: readonly Handler[]
  /** Runs for each job that was given up, or refused for good. @param jobId of the given-up job */
  undelivered(data: object, jobId: string | null): Promise<void>
  /** Work of every minute: at the start and every minute in each server process, as `housekeeping`. */
  sweep(): Promise<void>
  /** Runs at the start and every hour in each server process, so it must be safe to run concurrently. */
  housekeeping(): Promise<void>
  /** Lets messages to patients wait for bookings; without it they wait for nothing. */
  pace?: Pace
  /** Time limit of a statement, in milliseconds; a second later its connection counts as silent. */
  statementTimeoutMs?: number
  /** Interval of looking for work, in seconds. */
  pollSeconds?: number
}

const CONNECTIONS = 3
/** The queue's own housekeeping takes longer than a call may. */
const STATEMENT_MS = 20_000
/** Silence of the database after which this process counts as not working. It is queried twice a second. */
const UNHEARD_MS = 60_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
// The whole server has 14 s to stop, and the database stops after the jobs.
const GRACE_MS = 3_000
const STOP_WITHIN_MS = 5_000
/**
 * Messages at once of each queue; the next ones follow as long as there are any. Few enough that all of them outlast a
 * silent mail server within their attempts.
 */
const BATCH = 10

/**
 * Processes the job queue; several processes share it. Jobs run at least once: a process killed between
 * sending and confirming sends a mail again (about an appointment with the same Message-ID; a mail with a
 * token has a new one each time), and an SMS about a visit not (server/messages/send/send.ts). It polls, since a NOTIFY
 * in the booking's transaction would serialise all commits (PostgreSQL orders notifications under one lock). It has up
 * to three connections of its own, so that bookings and jobs cannot starve one another.
 */
export async function startJobs({
  databaseUrl,
  log,
  handlers,
  undelivered,
  sweep,
  housekeeping,
  pace = createPace(),
  statementTimeoutMs = STATEMENT_MS,
  pollSeconds = 0.5,
}: JobSettings): Promise<Jobs> {
  const pool = createPool(databaseUrl, CONNECTIONS, { name: 'enamel-jobs', statementTimeoutMs })
  let heardAt = performance.now()
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = await pool.query(text, values as unknown[])
        heardAt = performance.now()
        return result
      },
    },
    clock: steadyClock,
    schedule: false,
    // prepareQueues creates the tables, with the migrations.
    migrate: false,
  })
  const report = throttled()
  boss.on('error', (error) => report(reasonOf(error), () => reportError(log, error)))
  boss.on('warning', ({ message }) => report(message, () => log.warn(`job queue: ${message}`)))
  await boss.start()

  const workers = new Map<string, string[]>()
  const note = (queue: string, worker: string) => workers.set(queue, [...(workers.get(queue) ?? []), worker])
  const byQueue = Map.groupBy(handlers, ({ kind }) => kind.queue)
  for (const [{ name, urgency, batches = 1 }, those] of byQueue) {
    const turn = async () => urgency && (await pace.turn(urgency))
    for (let batch = 0; batch < batches; batch++)
      note(name, await boss.work<JobData, unknown, Batches>(name, BATCHES, everyJob(those, turn, log)))
  }
  const givenUp = await boss.work<JobData, unknown, OneJob>(UNDELIVERED_QUEUE, ONE_JOB, async ([job]) => {
    if (!job) return
    const { id, data, sourceId, sourceName } = job
    const from = handlers.filter(({ kind }) => sourceName === null || kind.queue.name === sourceName)
    const found = from.filter(({ kind }) => kind.kind === data.kind)
    // Without its queue, as a backup of before has it, a job may be of several kinds.
    const kind = found.length === 1 ? found[0]?.kind : undefined
    log.error(
      kind ? kind.ids(data as never) : { job: sourceId ?? id },
      kind ? `${kind.name} given up: ${kind.advice}` : 'job given up',
    )
    await undelivered(data, sourceId)
  })
  note(UNDELIVERED_QUEUE, givenUp)
  const look = lookForWork({
    pool,
    workers,
    bookings: [...byQueue.keys()].filter(({ isSignOfBooking }) => isSignOfBooking),
    everyMs: pollSeconds * 1_000,
    wake: (worker) => boss.notifyWorker(worker),
    onHeard: () => {
      heardAt = performance.now()
    },
    onBooking: pace.noteBooking,
    onError: (error) => report(reasonOf(error), () => reportError(log, error)),
  })

  const guarded = (work: () => Promise<void>, part: string) => () =>
    work().catch((error: unknown) => reportError(log, error, part))
  const repeated = [
    repeat(HOUR_MS, guarded(housekeeping, 'housekeeping'), { atOnce: true }),
    repeat(MINUTE_MS, guarded(sweep, 'sweep of reminders'), { atOnce: true }),
  ]

  return {
    isHeard: (withinMs = UNHEARD_MS) => performance.now() - heardAt < withinMs,
    async stop() {
      const deadline = AbortSignal.timeout(STOP_WITHIN_MS)
      const late = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve()))
      const stopped = Promise.all([
        look.stop(),
        boss.stop({ graceful: true, timeout: GRACE_MS }),
        ...repeated.map((work) => work.stop()),
      ])
      await Promise.race([stopped.catch((error: unknown) => reportError(log, error)), late])
      if (!pool.ending) await Promise.race([pool.end(), late])
    },
  }
}

/**
 * A monotonic clock for the queue, which measures its polls: if the system clock were set back a day during
 * one, the worker would wait a day and send no mail. The database's clock decides when a job is due.
 */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** Interval in seconds at which workers fetch by themselves, should nothing have woken them. */
const UNWOKEN = { pollingIntervalSeconds: 30 }
const BATCHES = {
  ...UNWOKEN,
  batchSize: BATCH,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const
type Batches = typeof BATCHES
const ONE_JOB = { ...UNWOKEN, includeMetadata: true } as const
type OneJob = typeof ONE_JOB
type JobData = { kind?: string }

const handlerFor = (data: JobData, handlers: readonly Handler[]) =>
  handlers.find(({ kind }) => kind.kind === data.kind)

/** Attempts each job of a batch, and reports each outcome to pg-boss. */
function everyJob(
  handlers: readonly Handler[],
  turn: () => Promise<unknown>,
  log: Logger,
): (jobs: JobWithMetadata<JobData>[]) => Promise<JobResult[]> {
  async function attempt(job: JobWithMetadata<JobData>): Promise<JobResult> {
    const { id, data, retryCount } = job
    const handler = handlerFor(data, handlers)
    // Queued by a newer Enamel, which works on it.
    if (!handler) {
      if (retryCount === 0) log.warn({ job: id, queue: job.name }, 'unknown kind of job')
      return { id, status: 'failed', output: { reason: 'unknown kind of job' } }
    }
    const { kind, work } = handler
    const facts = { ...kind.ids(data as never), job: id, attempt: retryCount + 1 }
    try {
      await turn()
      const outcome = await work({ ...data, id, attempt: retryCount + 1 } as never)
      log.debug({ ...facts, outcome }, kind.name)
      return { id, status: outcome === 'refused' ? 'deadletter' : 'completed', output: { outcome } }
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ ...facts, reason, at: placeOf(error) }, `${kind.name} not sent`)
      // A plain object: pg-boss would store every property of an Error, including addresses.
      return { id, status: 'failed', output: { reason } }
    }
  }
  return (jobs) => Promise.all(jobs.map(attempt))
}

/**
 * Retries all waiting jobs at once, after the cause of their failure is over.
 * @param reason beginning of the failure's message
 */
export async function retryNow(pool: Pick<Pool, 'query'>, reason: string): Promise<void> {
  await pool.query(
    `UPDATE pgboss.job SET start_after = now()
     WHERE state = 'retry' AND start_after > now() AND starts_with(output ->> 'reason', $1)`,
    [reason],
  )
}

function reportError(log: Logger, error: unknown, part = 'job queue'): void {
  log.error({ reason: reasonOf(error), at: placeOf(error) }, `${part}: something failed`)
}

type Parts = {
  pool: Pick<Pool, 'query'>
  /** Ids of the workers of each queue. */
  workers: ReadonlyMap<string, readonly string[]>
  /** Queues whose new jobs are signs of bookings. */
  bookings: readonly Queue[]
  everyMs: number
  /** Lets a worker fetch at once. */
  wake(worker: string): void
  /** The database has answered. */
  onHeard(): void
  /** Some process has booked within the last second. */
  onBooking(): void
  onError(error: unknown): void
}

/** Repeats the condition of the partial index by which workers fetch. */
const dueQueues = (bookings: readonly Queue[]) => `
  SELECT ARRAY(
    SELECT queue FROM unnest($1::text[]) AS queue
    WHERE EXISTS (SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND NOT blocked AND start_after < now())
  ) AS due, EXISTS (
    SELECT FROM pgboss.job WHERE name IN (${bookings.map(({ name }) => `'${name}'`).join() || 'null'}) AND state < 'active' AND NOT blocked AND priority = 0
      AND created_on BETWEEN now() - interval '1 second' AND now()
  ) AS "isBooking"`

/**
 * Polls all queues by one statement, and wakes the workers of those with due jobs. Workers that each poll for themselves
 * take three times as much of the processor while there is nothing, which is nearly always (docs/scale.md). Also notices
 * bookings, by confirmations that were just queued: another process on the same processor and disk may take them.
 */
function lookForWork({ pool, workers, bookings, everyMs, wake, onHeard, onBooking, onError }: Parts) {
  const text = dueQueues(bookings)
  async function wakeDue(): Promise<void> {
    try {
      const { rows } = await pool.query<{ due: string[]; isBooking: boolean }>({
        name: 'due-queues',
        text,
        values: [[...workers.keys()]],
      })
      onHeard()
      if (rows[0]?.isBooking) onBooking()
      for (const queue of rows[0]?.due ?? []) for (const worker of workers.get(queue) ?? []) wake(worker)
    } catch (error) {
      onError(error)
    }
  }
  return repeat(everyMs, wakeDue)
}
