import {
  ATTEMPT_SECONDS,
  CONFIRMATION_QUEUE,
  CONFIRMATION_RETRY,
  type Retry,
  UNDELIVERED_QUEUE,
} from './queues.ts'

/**
 * The SQL that asks for a confirmation of each appointment in `source`, to be part of the statement that stores it:
 * committed with it or not at all, and without a round trip of its own. The job holds the appointment's id and
 * nothing about the patient.
 *
 * pg-boss's own send() builds and parses a long statement for every job, which doubled the cost of a booking
 * (docs/decisions/004). A job is one row; `enqueue.test.ts` holds that it is the one send() would have made.
 * @param source a table or query of SQL with a column `id`, written in the code and never by a caller of the API
 */
export function confirmationJobsFrom(source: string, retry: Retry = CONFIRMATION_RETRY): string {
  return `INSERT INTO pgboss.job
    (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy)
    SELECT '${CONFIRMATION_QUEUE}', jsonb_build_object('appointmentId', id::text), ${retry.limit},
           ${retry.delaySeconds}, true, ${retry.delayMaxSeconds}, ${ATTEMPT_SECONDS}, '${UNDELIVERED_QUEUE}', 'standard'
    FROM ${source}`
}
