import type { Urgency } from './pace.ts'

/** A queue of pg-boss (schema `pgboss`). */
export type Queue = {
  name: string
  /** Priority of jobs that wait for bookings (pace.ts); without it they start at once. */
  urgency?: Urgency
  /** Batches worked on at once, 1 by default. */
  batches?: number
  /** A new job in it is a sign of a booking. */
  isSignOfBooking?: boolean
}

export type Retry = {
  /** Retries after the first attempt. */
  limit: number
  /** The first backoff in seconds; it doubles, with some randomness. */
  delaySeconds: number
  /** The longest backoff in seconds. */
  delayMaxSeconds: number
}

/**
 * A kind of job, declared by its subject: beside the handler, or, where a lower group queues it, beside the sender. The data
 * are ids only, nothing about a person.
 */
export type JobKind<Data extends object> = {
  queue: Queue
  /** `kind` of the data; undefined for the only kind of a queue. */
  kind?: string
  retry: Retry
  /** The log's name for such a job. */
  name: string
  /** Advice in the log about a given-up job. */
  advice: string
  /** Ids for the log. */
  ids(data: Data): Record<string, string>
}

/** `id` is the job's own, the same at every attempt. Attempts count from 1. */
export type Job<Data extends object> = Data & { id: string; attempt: number }

/** 'skipped': nothing to send any more. 'refused': permanently undeliverable. Thrown errors are retried. */
export type JobOutcome = 'sent' | 'skipped' | 'refused'

type Work<Data extends object> = (job: Job<Data>) => Promise<JobOutcome>

export type Handler = { kind: JobKind<never>; work: Work<never> }

export function handlerOf<Data extends object>(kind: JobKind<Data>, work: Work<Data>): Handler {
  return { kind, work }
}

/** Given-up jobs end here, and are logged by id. */
export const UNDELIVERED_QUEUE = 'undelivered-mail'

/**
 * Two days, since a clinic's mail server may be away for hours: retries after 15 s, 30 s, 1 min and so on, then every
 * five minutes. A patient gets the mail about 5 minutes after the server is back.
 */
export const TWO_DAYS_RETRY: Retry = { limit: 580, delaySeconds: 15, delayMaxSeconds: 300 }
/** Retries of jobs that aren't urgent. */
export const DAY_RETRY: Retry = { limit: 290, delaySeconds: 15, delayMaxSeconds: 300 }

/**
 * Timeout of an attempt in seconds, for example after a kill; then it is retried. Longer than the sum of the mail
 * server timeouts (server/messages/mail/transport.ts).
 */
export const ATTEMPT_SECONDS = 120

type More = {
  /** Replaces the kind's own. */
  retry?: Retry | undefined
  /** SQL of when it is due. */
  due?: string | undefined
  /** Whether the source has the job's id too, as `id`. */
  hasId?: boolean
}

/**
 * SQL that queues a job for each row of `source`, inside the statement that stores it: committed together, without
 * another round trip. It inserts the job's row directly: pg-boss's send() builds and parses a long statement per job,
 * which doubled the cost of a booking (docs/decisions/004). `job.test.ts` checks that the row equals send()'s.
 * @param source constant SQL, a table or query, never a caller's text
 * @param data constant SQL of the job's data, over the source's columns
 */
export function jobsFrom<Data extends object>(
  source: string,
  { queue, retry: own }: JobKind<Data>,
  data: string,
  { retry = own, due, hasId = false }: More = {},
): string {
  return `INSERT INTO pgboss.job
    (${hasId ? 'id, ' : ''}name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy${due ? ', start_after' : ''})
    SELECT ${hasId ? 'id, ' : ''}'${queue.name}', ${data}, ${retry.limit},
           ${retry.delaySeconds}, true, ${retry.delayMaxSeconds}, ${ATTEMPT_SECONDS}, '${UNDELIVERED_QUEUE}', 'standard'${due ? `, ${due}` : ''}
    FROM ${source}`
}
