import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE_SECONDS } from '../../../contract/one-time-codes.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import {
  enqueueAccountMail,
  enqueueCancellation,
  enqueueConfirmation,
  enqueueOneTimeCode,
  inTransaction,
} from '../../../tests/support/jobs.ts'
import { MAIL_SERVER_AWAY } from '../../messages/mail/smtp-failure.ts'
import { prepareJobs } from './prepare.ts'
import {
  ACCOUNT_MAIL_KINDS,
  ACCOUNT_MAIL_QUEUE,
  ACCOUNT_MAIL_RETRY,
  ATTEMPT_SECONDS,
  CANCELLATION_QUEUE,
  CANCELLATION_RETRY,
  CONFIRMATION_QUEUE,
  CONFIRMATION_RETRY,
  OFFER_QUEUE,
  ONE_TIME_CODE_QUEUE,
  ONE_TIME_CODE_RETRY,
  REMINDER_QUEUE,
  REPLY_QUEUE,
  type Retry,
  TOLD_QUEUE,
  UNDELIVERED_QUEUE,
} from './queues.ts'
import { retryNow } from './retry-now.ts'

let database: TestDatabase
let boss: PgBoss
beforeAll(async () => {
  database = await testDatabase()
  boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    supervise: false,
    schedule: false,
  })
  await boss.start()
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await database.close()
})

async function rowsAbout(id: string) {
  const { rows } = await database.pool.query(
    `SELECT *, keep_until - start_after AS kept FROM pgboss.job
     WHERE $1 IN (data->>'appointmentId', data->>'subjectId', data->>'challengeId')`,
    [id],
  )
  return rows
}

/** The row of pg-boss's own send(). */
async function sendByBoss(queue: string, data: object, retry: Retry) {
  await boss.send(queue, data, {
    retryLimit: retry.limit,
    retryDelay: retry.delaySeconds,
    retryDelayMax: retry.delayMaxSeconds,
    retryBackoff: true,
    expireInSeconds: ATTEMPT_SECONDS,
  })
}

async function expectSameRows(ours: string, theirs: string): Promise<void> {
  const [[our], [their]] = [await rowsAbout(ours), await rowsAbout(theirs)]
  const own = { id: '', data: {}, created_on: null, start_after: null, keep_until: null }
  expect({ ...our, ...own }).toEqual({ ...their, ...own })
}

/** Least seconds of retrying a mail: pg-boss randomises half of each doubled wait. */
function leastSeconds({ limit, delaySeconds, delayMaxSeconds }: Retry): number {
  let seconds = 0
  for (let n = 0; n < limit; n++) seconds += Math.min(delayMaxSeconds, delaySeconds * 2 ** n)
  return seconds
}

describe('asking for a confirmation', () => {
  it('makes the row that pg-boss itself would make', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()]
    await inTransaction(database.pool, (client) => enqueueConfirmation(client, ours))
    await sendByBoss(CONFIRMATION_QUEUE, { appointmentId: theirs }, CONFIRMATION_RETRY)
    await expectSameRows(ours, theirs)
    expect((await rowsAbout(ours))[0].data).toEqual({ appointmentId: ours })
  })

  it('is undone with the transaction it is part of', async () => {
    const id = randomUUID()
    await inTransaction(database.pool, (client) => enqueueConfirmation(client, id), 'ROLLBACK')
    expect(await rowsAbout(id)).toEqual([])
  })

  it('keeps trying for at least a day', () => {
    expect(leastSeconds(CONFIRMATION_RETRY)).toBeGreaterThan(24 * 3600)
  })
})

it('asking for the mail about a cancelled appointment makes the row that pg-boss itself would make', async () => {
  const [ours, theirs] = [randomUUID(), randomUUID()]
  await inTransaction(database.pool, (client) => enqueueCancellation(client, ours))
  const data = { kind: 'cancellation', appointmentId: theirs }
  await sendByBoss(CANCELLATION_QUEUE, data, CANCELLATION_RETRY)
  await expectSameRows(ours, theirs)
  expect((await rowsAbout(ours))[0].data).toEqual({ kind: 'cancellation', appointmentId: ours })
})

describe('asking for a mail about an account', () => {
  it.each(ACCOUNT_MAIL_KINDS)('makes the row that pg-boss itself would make: %s', async (kind) => {
    const [ours, theirs] = [randomUUID(), randomUUID()]
    await inTransaction(database.pool, (client) => enqueueAccountMail(client, { kind, subjectId: ours }))
    await sendByBoss(ACCOUNT_MAIL_QUEUE, { kind, subjectId: theirs }, ACCOUNT_MAIL_RETRY[kind])
    await expectSameRows(ours, theirs)
    expect((await rowsAbout(ours))[0].data).toEqual({ kind, subjectId: ours })
  })

  it.each([
    ['password_reset', 25, 40],
    ['invitation', 22 * 60, 26 * 60],
    ['password_changed', 22 * 60, 26 * 60],
  ] as const)('keeps trying: %s from %i to %i minutes', (kind, from, to) => {
    const minutes = leastSeconds(ACCOUNT_MAIL_RETRY[kind]) / 60
    expect(minutes).toBeGreaterThan(from)
    expect(minutes).toBeLessThan(to)
  })
})

describe('asking for a one-time code', () => {
  it('makes the row that pg-boss itself would make', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()]
    await inTransaction(database.pool, (client) => enqueueOneTimeCode(client, ours))
    await sendByBoss(ONE_TIME_CODE_QUEUE, { challengeId: theirs }, ONE_TIME_CODE_RETRY)
    await expectSameRows(ours, theirs)
    expect((await rowsAbout(ours))[0].data).toEqual({ challengeId: ours })
  })

  it('keeps trying for as long as the code is good, with half of each wait left to chance', () => {
    expect(leastSeconds(ONE_TIME_CODE_RETRY) / 2).toBeGreaterThan(CODE_SECONDS)
  })
})

it('what waits for a reason that is over is tried at once, and what waits for another is not', async () => {
  const [away, later] = [randomUUID(), randomUUID()]
  for (const [id, reason] of [
    [away, `${MAIL_SERVER_AWAY}: ESOCKET CONN`],
    [later, 'mail not sent: EENVELOPE RCPT TO 451'],
  ] as const) {
    await inTransaction(database.pool, (client) => enqueueConfirmation(client, id))
    await database.pool.query(
      `UPDATE pgboss.job SET state = 'retry', start_after = now() + interval '5 minutes', output = $2
       WHERE data ->> 'appointmentId' = $1`,
      [id, { reason }],
    )
  }
  await retryNow(database.pool, MAIL_SERVER_AWAY)
  const isDue = async (id: string) => (await rowsAbout(id))[0].start_after <= new Date()
  expect([await isDue(away), await isDue(later)]).toEqual([true, false])
})

it('prepares the queues again and from several servers at once without harm', async () => {
  await Promise.all([prepareJobs(database.pool), prepareJobs(database.pool), prepareJobs(database.pool)])
  const { rows } = await database.pool.query(
    `SELECT name, dead_letter FROM pgboss.queue WHERE name NOT LIKE '\\_\\_%' ORDER BY name`,
  )
  expect(rows).toEqual([
    { name: ACCOUNT_MAIL_QUEUE, dead_letter: UNDELIVERED_QUEUE },
    { name: TOLD_QUEUE, dead_letter: UNDELIVERED_QUEUE },
    { name: CANCELLATION_QUEUE, dead_letter: UNDELIVERED_QUEUE },
    { name: CONFIRMATION_QUEUE, dead_letter: UNDELIVERED_QUEUE },
    { name: ONE_TIME_CODE_QUEUE, dead_letter: UNDELIVERED_QUEUE },
    { name: REPLY_QUEUE, dead_letter: UNDELIVERED_QUEUE },
    { name: UNDELIVERED_QUEUE, dead_letter: null },
    { name: REMINDER_QUEUE, dead_letter: UNDELIVERED_QUEUE },
    { name: OFFER_QUEUE, dead_letter: UNDELIVERED_QUEUE },
  ])
})
