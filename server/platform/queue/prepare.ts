import type { ClientBase } from 'pg'
import { PgBoss } from 'pg-boss'
import {
  ACCOUNT_MAIL_QUEUE,
  CANCELLATION_QUEUE,
  CONFIRMATION_QUEUE,
  OFFER_QUEUE,
  ONE_TIME_CODE_QUEUE,
  REMINDER_QUEUE,
  REPLY_QUEUE,
  TOLD_QUEUE,
  UNDELIVERED_QUEUE,
} from './queues.ts'

const QUEUES = [
  CONFIRMATION_QUEUE,
  CANCELLATION_QUEUE,
  TOLD_QUEUE,
  REMINDER_QUEUE,
  REPLY_QUEUE,
  OFFER_QUEUE,
  ACCOUNT_MAIL_QUEUE,
  ONE_TIME_CODE_QUEUE,
]

/**
 * Creates the job queue's tables (schema `pgboss`) and queues, if missing. The caller holds the migration
 * lock: pg-boss has its own, but a connection that waited for it may still see no schema, and fails to create
 * it again.
 */
export async function prepareJobs(db: Pick<ClientBase, 'query'>): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.query(text, values as unknown[]) },
    supervise: false,
    schedule: false,
  })
  // The calls below throw failures; without a listener an 'error' event would end the process too.
  boss.on('error', () => {})
  await boss.start()
  try {
    await boss.createQueue(UNDELIVERED_QUEUE)
    for (const queue of QUEUES) {
      await boss.createQueue(queue, { deadLetter: UNDELIVERED_QUEUE })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
