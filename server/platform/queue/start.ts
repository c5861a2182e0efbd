import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { createPool } from '../db/pool.ts'
import { placeOf, reasonOf } from '../process/failure.ts'
import { repeat } from '../process/repeat.ts'
import { throttled } from '../process/throttled.ts'
import { lookForWork } from './look-for-work.ts'
import { adviceOn, idsOf, type MailData, nameOf } from './mail-labels.ts'
import { createPace, type Pace, type Urgency } from './pace.ts'
import {
  ACCOUNT_MAIL_QUEUE,
  type AccountMailData,
  type AlarmMailData,
  CANCELLATION_QUEUE,
  type CancellationData,
  CONFIRMATION_QUEUE,
  type ConfirmationData,
  type ContactChangedData,
  OFFER_QUEUE,
  type OfferData,
  ONE_TIME_CODE_QUEUE,
  type OneTimeCodeData,
  REMINDER_QUEUE,
  REPLY_QUEUE,
  type RecallData,
  type ReminderData,
  type ReplyData,
  type SeriesData,
  TOLD_QUEUE,
  type ToldData,
  UNDELIVERED_QUEUE,
  type VisitNoteData,
} from './queues.ts'
import { steadyClock } from './steady-clock.ts'

/** `id` is the job's own, the same at every attempt. */
type Job<Data> = Data & { id: string }
/** Attempts count from 1. */
export type ConfirmationJob = Job<ConfirmationData> & { attempt: number }
export type AccountMailJob = Job<AccountMailData | AlarmMailData>
export type ContactChangedJob = Job<ContactChangedData>
export type CancellationJob = Job<CancellationData> & { attempt: number }
export type ToldJob = Job<ToldData> & { attempt: number }
export type SeriesJob = Job<SeriesData> & { attempt: number }
export type VisitNoteJob = Job<VisitNoteData> & { attempt: number }
export type ReplyJob = Job<ReplyData> & { attempt: number }
export type ReminderJob = Job<ReminderData> & { attempt: number }
export type OfferJob = Job<OfferData | RecallData> & { attempt: number }
export type OneTimeCodeJob = Job<OneTimeCodeData>
/** 'skipped': nothing to send any more. 'refused': permanently undeliverable. Thrown errors are retried. */
export type MailOutcome = 'sent' | 'skipped' | 'refused'

type JobHandlers = {
  confirmation(job: ConfirmationJob): Promise<MailOutcome>
  cancellation(job: CancellationJob): Promise<MailOutcome>
  told(job: ToldJob | SeriesJob | VisitNoteJob): Promise<MailOutcome>
  reply(job: ReplyJob): Promise<MailOutcome>
  reminder(job: ReminderJob): Promise<MailOutcome>
  offer(job: OfferJob): Promise<MailOutcome>
  accountMail(job: AccountMailJob): Promise<MailOutcome>
  contactChanged(job: ContactChangedJob): Promise<MailOutcome>
  oneTimeCode(job: OneTimeCodeJob): Promise<MailOutcome>
  /** Hears of what was given up, or refused for good. @param jobId of the job that was */
  undelivered(data: MailData, jobId: string | null): Promise<void>
  /** Makes the reminders that are due: at the start and every minute in each server process, as `housekeeping`. */
  sweep(): Promise<void>
  /** Runs at the start and every hour in each server process, so it must be safe to run concurrently. */
  housekeeping(): Promise<void>
}

export type Jobs = {
  /** Whether the database has answered this process about jobs within a minute: otherwise it works on none. */
  isHeard(withinMs?: number): boolean
  /** Waits at most 5 s for running sends; the next process does the rest. */
  stop(): Promise<void>
}

export type JobSettings = {
  databaseUrl: string
  log: Logger
  handlers: JobHandlers
  /** By which messages to patients wait for bookings; left out, they wait for nothing. */
  pace?: Pace
  /** How long a statement may take, in milliseconds; a second later its connection counts as silent. */
  statementTimeoutMs?: number
  /** How often it is looked for work, in seconds. */
  pollSeconds?: number
}

const CONNECTIONS = 3
/** The queue's own housekeeping takes longer than a call may. */
const STATEMENT_MS = 20_000
/** So long without an answer of the database, and this process works on no jobs. It is asked twice a second. */
const UNHEARD_MS = 60_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
// The whole server has 14 s to stop, and the database stops after the jobs.
const GRACE_MS = 3_000
const STOP_WITHIN_MS = 5_000
/**
 * Messages at once of each queue; the next ones follow as long as there are any. Few enough that all of them wait out a mail
 * server that says nothing before their attempts are over.
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
    // prepareJobs creates the tables, with the migrations.
    migrate: false,
  })
  const report = throttled()
  boss.on('error', (error) => report(reasonOf(error), () => reportError(log, error)))
  boss.on('warning', ({ message }) => report(message, () => log.warn(`job queue: ${message}`)))
  await boss.start()

  const inTurn =
    <Data>(urgency: Urgency, send: (job: Data) => Promise<MailOutcome>) =>
    async (job: Data) => {
      await pace.turn(urgency)
      return send(job)
    }
  const workers = new Map<string, string[]>()
  const note = (queue: string, worker: string) => workers.set(queue, [...(workers.get(queue) ?? []), worker])
  async function workOn<Data extends MailData>(queue: string, send: Send<Data>): Promise<void> {
    note(queue, await boss.work<Data, unknown, MailWork>(queue, MAIL_WORK, everyMail<Data>(send, log)))
  }
  await workOn<ConfirmationData>(CONFIRMATION_QUEUE, inTurn('change', handlers.confirmation))
  await workOn<CancellationData>(CANCELLATION_QUEUE, inTurn('change', handlers.cancellation))
  await workOn<ToldData | SeriesData | VisitNoteData>(TOLD_QUEUE, inTurn('change', handlers.told))
  await workOn<ReplyData>(REPLY_QUEUE, handlers.reply)
  await workOn<ReminderData>(REMINDER_QUEUE, inTurn('reminder', handlers.reminder))
  await workOn<OfferData | RecallData>(OFFER_QUEUE, handlers.offer)
  await workOn<AccountMailData | AlarmMailData | ContactChangedData>(ACCOUNT_MAIL_QUEUE, (job) =>
    job.kind === 'contact_changed' ? handlers.contactChanged(job) : handlers.accountMail(job),
  )
  // Codes are urgent: a second batch need not wait for one that hangs at a slow gateway.
  await workOn<OneTimeCodeData>(ONE_TIME_CODE_QUEUE, handlers.oneTimeCode)
  await workOn<OneTimeCodeData>(ONE_TIME_CODE_QUEUE, handlers.oneTimeCode)
  const given = await boss.work<MailData, unknown, Undelivered>(
    UNDELIVERED_QUEUE,
    { includeMetadata: true, ...BY_ITSELF },
    async ([job]) => {
      if (!job) return
      log.error(idsOf(job.data), `${nameOf(job.data)} given up: ${adviceOn(job.data)}`)
      await handlers.undelivered(job.data, job.sourceId)
    },
  )
  note(UNDELIVERED_QUEUE, given)
  const look = lookForWork({
    pool,
    workers,
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
    repeat(HOUR_MS, guarded(handlers.housekeeping, 'housekeeping'), { atOnce: true }),
    repeat(MINUTE_MS, guarded(handlers.sweep, 'sweep of reminders'), { atOnce: true }),
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

/** Workers are woken. By themselves they look so rarely, in seconds, should nobody have woken them. */
const BY_ITSELF = { pollingIntervalSeconds: 30 }
const MAIL_WORK = {
  ...BY_ITSELF,
  batchSize: BATCH,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const
type MailWork = typeof MAIL_WORK
type Undelivered = { includeMetadata: true; pollingIntervalSeconds: number }
type Send<Data> = (job: Data & { id: string; attempt: number }) => Promise<MailOutcome>

/** Attempts each mail of a batch, and reports each outcome to pg-boss. */
function everyMail<Data extends MailData>(
  send: Send<Data>,
  log: Logger,
): (jobs: JobWithMetadata<Data>[]) => Promise<JobResult[]> {
  async function attempt(job: JobWithMetadata<Data>): Promise<JobResult> {
    const { id, data, retryCount } = job
    try {
      const outcome = await send({ ...data, id, attempt: retryCount + 1 })
      log.debug({ ...idsOf(data), job: id, attempt: retryCount + 1, outcome }, nameOf(data))
      return { id, status: outcome === 'refused' ? 'deadletter' : 'completed', output: { outcome } }
    } catch (error) {
      const reason = reasonOf(error)
      const facts = { ...idsOf(data), job: id, attempt: retryCount + 1, reason, at: placeOf(error) }
      log.warn(facts, `${nameOf(data)} not sent`)
      // A plain object: pg-boss would store every property of an Error, including addresses.
      return { id, status: 'failed', output: { reason } }
    }
  }
  return (jobs) => Promise.all(jobs.map(attempt))
}

function reportError(log: Logger, error: unknown, part = 'job queue'): void {
  log.error({ reason: reasonOf(error), at: placeOf(error) }, `${part}: something failed`)
}
