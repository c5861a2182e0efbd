import type { ClientBase } from 'pg'
import { PgBoss } from 'pg-boss'
import {
  ACCOUNT_MAIL_QUEUE,
  CANCELLATION_QUEUE,
  CONFIRMATION_QUEUE,
  ONE_TIME_CODE_QUEUE,
  UNDELIVERED_QUEUE,
} from './queues.ts'

/**
 * Brings the tables of the job queue (schema `pgboss`) and the queues into the database; part of migrating.
 * Does nothing where they are there. Whoever calls it holds the lock of migrations: pg-boss takes one of its own, but a
 * connection that waited for it may still believe that the schema is not there, and fails to make it again.
 */
export async function prepareJobs(db: Pick<ClientBase, 'query'>): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.query(text, values as unknown[]) },
    supervise: false,
    schedule: false,
  })
  // What fails is thrown by the calls below; without a listener an event would end the process as well.
  boss.on('error', () => {})
  await boss.start()
  try {
    await boss.createQueue(UNDELIVERED_QUEUE)
    for (const queue of [CONFIRMATION_QUEUE, CANCELLATION_QUEUE, ACCOUNT_MAIL_QUEUE, ONE_TIME_CODE_QUEUE]) {
      await boss.createQueue(queue, { deadLetter: UNDELIVERED_QUEUE })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
