import {
  ACCOUNT_MAIL_QUEUE,
  ACCOUNT_MAIL_RETRY,
  type AccountMailKind,
  ATTEMPT_SECONDS,
  CANCELLATION_QUEUE,
  CANCELLATION_RETRY,
  CONFIRMATION_QUEUE,
  CONFIRMATION_RETRY,
  ONE_TIME_CODE_QUEUE,
  ONE_TIME_CODE_RETRY,
  type Retry,
  UNDELIVERED_QUEUE,
} from './queues.ts'

/**
 * The SQL that asks for a confirmation of each appointment in `source`, to be part of the statement that stores it:
 * committed with it or not at all, and without a round trip of its own. The job holds the appointment's id and
 * nothing about the patient.
 * @param source a table or query of SQL with a column `id`, written in the code and never by a caller of the API
 */
export function confirmationJobsFrom(source: string, retry: Retry = CONFIRMATION_RETRY): string {
  return jobsFrom(source, CONFIRMATION_QUEUE, `jsonb_build_object('appointmentId', id::text)`, retry)
}

/** The same for the mail that tells of a cancelled appointment. */
export function cancellationJobsFrom(source: string, retry: Retry = CANCELLATION_RETRY): string {
  const data = `jsonb_build_object('kind', 'cancellation', 'appointmentId', id::text)`
  return jobsFrom(source, CANCELLATION_QUEUE, data, retry)
}

/** The same for a mail about an account: the job holds the id of what it is about, no address and no token. */
export function accountMailJobsFrom(
  source: string,
  kind: AccountMailKind,
  retry: Retry = ACCOUNT_MAIL_RETRY[kind],
): string {
  return jobsFrom(
    source,
    ACCOUNT_MAIL_QUEUE,
    `jsonb_build_object('kind', '${kind}', 'subjectId', id::text)`,
    retry,
  )
}

/** The same for a one-time code: the job holds the id of the request, and is made for nobody as for a patient. */
export function oneTimeCodeJobsFrom(source: string, retry: Retry = ONE_TIME_CODE_RETRY): string {
  return jobsFrom(source, ONE_TIME_CODE_QUEUE, `jsonb_build_object('challengeId', id::text)`, retry)
}

/**
 * pg-boss's own send() builds and parses a long statement for every job, which doubled the cost of a booking
 * (docs/decisions/004). A job is one row; `enqueue.test.ts` holds that it is the one send() would have made.
 */
function jobsFrom(source: string, queue: string, data: string, retry: Retry): string {
  return `INSERT INTO pgboss.job
    (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy)
    SELECT '${queue}', ${data}, ${retry.limit},
           ${retry.delaySeconds}, true, ${retry.delayMaxSeconds}, ${ATTEMPT_SECONDS}, '${UNDELIVERED_QUEUE}', 'standard'
    FROM ${source}`
}
