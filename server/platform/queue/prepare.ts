import type { ClientBase } from 'pg'
import { PgBoss } from 'pg-boss'
import { type Queue, UNDELIVERED_QUEUE } from './job.ts'

/**
 * Creates the job queue's tables (schema `pgboss`) and queues, if missing. The caller holds the migration lock: pg-boss
 * has its own, but a connection that waited for it may still see no schema, and fails to create it again.
 */
export async function prepareQueues(db: Pick<ClientBase, 'query'>, queues: Iterable<Queue>): Promise<void> {
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
    for (const { name } of queues) {
      await boss.createQueue(name, { deadLetter: UNDELIVERED_QUEUE })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}
