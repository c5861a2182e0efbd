import type { Pool } from 'pg'
import {
  ACCOUNT_MAIL_QUEUE,
  ACCOUNT_MAIL_RETRY,
  type AccountMailKind,
  ALARM_RETRY,
  ATTEMPT_SECONDS,
  CANCELLATION_QUEUE,
  CANCELLATION_RETRY,
  CONFIRMATION_QUEUE,
  CONFIRMATION_RETRY,
  CONTACT_CHANGED_RETRY,
  OFFER_QUEUE,
  OFFER_RETRY,
  ONE_TIME_CODE_QUEUE,
  ONE_TIME_CODE_RETRY,
  RECALL_RETRY,
  REMINDER_QUEUE,
  REMINDER_RETRY,
  REPLY_QUEUE,
  REPLY_RETRY,
  type ReplyData,
  type Retry,
  TOLD_QUEUE,
  TOLD_RETRY,
  UNDELIVERED_QUEUE,
} from './queues.ts'

/**
 * SQL that queues a confirmation for each appointment in `source`, inside the statement that stores it:
 * committed together, without another round trip. The job holds only the appointment's id.
 * @param source constant SQL, a table or query with a column `id`, never a caller's text
 */
export function confirmationJobsFrom(source: string, retry: Retry = CONFIRMATION_RETRY): string {
  return jobsFrom(source, CONFIRMATION_QUEUE, `jsonb_build_object('appointmentId', id::text)`, retry)
}

/** For mails about cancelled appointments. @param due constant SQL: when they are to be sent */
export function cancellationJobsFrom(
  source: string,
  retry: Retry = CANCELLATION_RETRY,
  due?: string,
): string {
  const data = `jsonb_build_object('kind', 'cancellation', 'appointmentId', id::text)`
  return jobsFrom(source, CANCELLATION_QUEUE, data, retry, due === undefined ? {} : { due })
}

/**
 * For changes of appointments that are to be told, as the booking function asks for them.
 * @param due constant SQL: when, as `tell_at` has it
 */
export function toldJobsFrom(source: string, due: string, retry: Retry = TOLD_RETRY): string {
  const data = `jsonb_build_object('kind', 'told', 'appointmentId', id::text, 'due', ${due})`
  return jobsFrom(source, TOLD_QUEUE, data, retry, { due })
}

/** For offers to those who wait: the job holds the offer's id. */
export function offerJobsFrom(source: string, retry: Retry = OFFER_RETRY): string {
  return jobsFrom(source, OFFER_QUEUE, `jsonb_build_object('kind', 'offer', 'offerId', id::text)`, retry)
}

/** For invitations to come again: the job holds the id of the visit before. */
export function recallJobsFrom(source: string, retry: Retry = RECALL_RETRY): string {
  return jobsFrom(
    source,
    OFFER_QUEUE,
    `jsonb_build_object('kind', 'recall', 'appointmentId', id::text)`,
    retry,
  )
}

/** For mails about accounts: the job holds the subject's id, no address and no token. */
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

/** For alarms to admins. @param source with the columns `id`, an admin's, and `alarm`, that of the audit entry */
export function alarmMailJobsFrom(source: string, retry: Retry = ALARM_RETRY): string {
  const data = `jsonb_build_object('kind', 'alarm', 'subjectId', id::text, 'alarmId', alarm::text)`
  return jobsFrom(source, ACCOUNT_MAIL_QUEUE, data, retry)
}

/** Tells a patient's old contact that the desk has corrected it. @param db in the transaction that corrects it */
export async function contactChangedJob(
  db: Pick<Pool, 'query'>,
  patientId: string,
  contact: 'email' | 'phone',
): Promise<void> {
  const data = `jsonb_build_object('kind', 'contact_changed', 'subjectId', id, 'contact', contact)`
  await db.query(
    jobsFrom(
      '(SELECT $1::text AS id, $2::text AS contact) AS changed',
      ACCOUNT_MAIL_QUEUE,
      data,
      CONTACT_CHANGED_RETRY,
    ),
    [patientId, contact],
  )
}

/**
 * SQL parts that have the visits of a series told together: each booking adds its visit to the job that waits, and the first
 * one makes it.
 * @param source constant SQL, with the columns `id`, of the visit that was just booked, `series`, and `due`
 */
export function seriesJobParts(source: string): { added: string; made: string } {
  const data = `jsonb_build_object('kind', 'series', 'appointmentId', id, 'others', '[]'::jsonb, 'due', due, 'series', series)`
  return {
    added: `UPDATE pgboss.job SET start_after = booked.due, data = job.data
        || jsonb_build_object('due', booked.due, 'others', (job.data -> 'others') || to_jsonb(booked.id))
      FROM ${source} AS booked
      WHERE job.name = '${TOLD_QUEUE}' AND job.state = 'created' AND job.data ->> 'series' = booked.series
      RETURNING job.id`,
    made: jobsFrom(
      `(SELECT * FROM ${source} AS booked WHERE NOT EXISTS (SELECT FROM added)) AS booked`,
      TOLD_QUEUE,
      data,
      TOLD_RETRY,
      { due: 'due' },
    ),
  }
}

/** Answers what a patient wrote by SMS about a visit. */
export async function replySmsJob(
  db: Pick<Pool, 'query'>,
  appointmentId: string,
  answer: ReplyData['answer'],
): Promise<void> {
  const data = `jsonb_build_object('kind', 'reply', 'appointmentId', id, 'answer', answer)`
  await db.query(
    jobsFrom('(SELECT $1::text AS id, $2::text AS answer) AS reply', REPLY_QUEUE, data, REPLY_RETRY),
    [appointmentId, answer],
  )
}

/** For one-time codes: the job holds the request's id, and is made also when no patient matches. */
export function oneTimeCodeJobsFrom(source: string, retry: Retry = ONE_TIME_CODE_RETRY): string {
  return jobsFrom(source, ONE_TIME_CODE_QUEUE, `jsonb_build_object('challengeId', id::text)`, retry)
}

/** For reminders. @param source with the columns `id`, the message's, which is the job's too, and `data` */
export function reminderJobsFrom(source: string, retry: Retry = REMINDER_RETRY): string {
  return jobsFrom(source, REMINDER_QUEUE, 'data', retry, { hasId: true })
}

/**
 * For what the desk has patients told.
 * @param source with the columns `id`, the message's, which is the job's too, `data`, and `due`
 */
export function visitNoteJobsFrom(source: string, retry: Retry = TOLD_RETRY): string {
  return jobsFrom(source, TOLD_QUEUE, 'data', retry, { hasId: true, due: 'due' })
}

type More = {
  /** SQL of when it is due. */
  due?: string
  /** Whether the source has the job's id too, as `id`. */
  hasId?: boolean
}

/**
 * Inserts the job row directly: pg-boss's send() builds and parses a long statement per job, which doubled
 * the cost of a booking (docs/decisions/004). `enqueue.test.ts` checks that the row equals send()'s.
 */
function jobsFrom(
  source: string,
  queue: string,
  data: string,
  retry: Retry,
  { due, hasId = false }: More = {},
): string {
  return `INSERT INTO pgboss.job
    (${hasId ? 'id, ' : ''}name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy${due ? ', start_after' : ''})
    SELECT ${hasId ? 'id, ' : ''}'${queue}', ${data}, ${retry.limit},
           ${retry.delaySeconds}, true, ${retry.delayMaxSeconds}, ${ATTEMPT_SECONDS}, '${UNDELIVERED_QUEUE}', 'standard'${due ? `, ${due}` : ''}
    FROM ${source}`
}
