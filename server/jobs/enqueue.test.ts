import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { prepareJobs } from './prepare.ts'
import { ATTEMPT_SECONDS, CONFIRMATION_QUEUE, CONFIRMATION_RETRY } from './queues.ts'
import { enqueueConfirmation, inTransaction } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function rowOf(appointmentId: string) {
  const { rows } = await database.pool.query(
    `SELECT *, keep_until - start_after AS kept FROM pgboss.job WHERE data->>'appointmentId' = $1`,
    [appointmentId],
  )
  return rows
}

describe('asking for a confirmation', () => {
  it('makes the row that pg-boss itself would make', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()]
    await inTransaction(database.pool, (client) => enqueueConfirmation(client, ours))
    const boss = new PgBoss({
      db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
      supervise: false,
      schedule: false,
    })
    await boss.start()
    await boss.send(
      CONFIRMATION_QUEUE,
      { appointmentId: theirs },
      {
        retryLimit: CONFIRMATION_RETRY.limit,
        retryDelay: CONFIRMATION_RETRY.delaySeconds,
        retryDelayMax: CONFIRMATION_RETRY.delayMaxSeconds,
        retryBackoff: true,
        expireInSeconds: ATTEMPT_SECONDS,
      },
    )
    await boss.stop({ graceful: false })

    const [[our], [their]] = [await rowOf(ours), await rowOf(theirs)]
    const own = { id: '', data: {}, created_on: null, start_after: null, keep_until: null }
    expect({ ...our, ...own }).toEqual({ ...their, ...own })
    expect(our.data).toEqual({ appointmentId: ours })
  })

  it('is undone with the transaction it is part of', async () => {
    const id = randomUUID()
    await inTransaction(database.pool, (client) => enqueueConfirmation(client, id), 'ROLLBACK')
    expect(await rowOf(id)).toEqual([])
  })

  it('keeps trying for at least a day', () => {
    const { limit, delaySeconds, delayMaxSeconds } = CONFIRMATION_RETRY
    let seconds = 0
    // The shortest waits that pg-boss may choose: half of each doubled one is left to chance.
    for (let n = 0; n < limit; n++) seconds += Math.min(delayMaxSeconds, delaySeconds * 2 ** n)
    expect(seconds).toBeGreaterThan(24 * 3600)
  })
})

it('prepares the queue again and from several servers at once without harm', async () => {
  await Promise.all([prepareJobs(database.pool), prepareJobs(database.pool), prepareJobs(database.pool)])
  const { rows } = await database.pool.query('SELECT count(*)::int FROM pgboss.queue WHERE name = $1', [
    CONFIRMATION_QUEUE,
  ])
  expect(rows).toEqual([{ count: 1 }])
})
