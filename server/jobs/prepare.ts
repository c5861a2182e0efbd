import type { Pool } from 'pg'
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
 * Does nothing where they are there. Servers that start at once take turns by pg-boss's own lock.
 */
export async function prepareJobs(pool: Pick<Pool, 'query'>): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
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
