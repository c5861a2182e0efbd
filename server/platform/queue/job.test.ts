import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { CODE_SECONDS } from '../../../contract/one-time-codes.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import {
  enqueueAccountMail,
  enqueueCancellation,
  enqueueConfirmation,
  enqueueOneTimeCode,
  inTransaction,
} from '../../../tests/support/jobs.ts'
import { ACCOUNT_MAILS } from '../../accounts/mails/queue.ts'
import { allHandlers, type BackgroundParts } from '../../jobs.ts'
import { CANCELLATION } from '../../messages/jobs/cancellation-job.ts'
import { CONFIRMATION } from '../../messages/jobs/confirmation-job.ts'
import { MAIL_SERVER_AWAY } from '../../messages/mail/smtp-failure.ts'
import { QUEUES } from '../../operations/set-up/queues.ts'
import { ONE_TIME_CODE } from '../../patients/codes/queue.ts'
import { ATTEMPT_SECONDS, type JobKind, type Retry, UNDELIVERED_QUEUE } from './job.ts'
import { prepareQueues } from './prepare.ts'
import { retryNow } from './start.ts'

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
async function sendByBoss<Data extends object>({ queue, retry }: JobKind<Data>, data: Data) {
  await boss.send(queue.name, data, {
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

describe('enqueueing a confirmation', () => {
  it('writes the row that pg-boss itself would write', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()]
    await inTransaction(database.pool, (client) => enqueueConfirmation(client, ours))
    await sendByBoss(CONFIRMATION, { appointmentId: theirs })
    await expectSameRows(ours, theirs)
    expect((await rowsAbout(ours))[0].data).toEqual({ appointmentId: ours })
  })

  it('is undone with its transaction', async () => {
    const id = randomUUID()
    await inTransaction(database.pool, (client) => enqueueConfirmation(client, id), 'ROLLBACK')
    expect(await rowsAbout(id)).toEqual([])
  })

  it('retries for at least a day', () => {
    expect(leastSeconds(CONFIRMATION.retry)).toBeGreaterThan(24 * 3600)
  })
})

it('enqueueing a cancellation mail writes the row that pg-boss itself would write', async () => {
  const [ours, theirs] = [randomUUID(), randomUUID()]
  await inTransaction(database.pool, (client) => enqueueCancellation(client, ours))
  await sendByBoss(CANCELLATION, { kind: 'cancellation', appointmentId: theirs })
  await expectSameRows(ours, theirs)
  expect((await rowsAbout(ours))[0].data).toEqual({ kind: 'cancellation', appointmentId: ours })
})

describe('enqueueing an account mail', () => {
  const kinds = [
    'password_reset',
    'invitation',
    'password_changed',
    'factor_code',
    'factors_changed',
    'guessing',
  ] as const
  it.each(kinds)('writes the row that pg-boss itself would write: %s', async (kind) => {
    const [ours, theirs] = [randomUUID(), randomUUID()]
    await inTransaction(database.pool, (client) => enqueueAccountMail(client, { kind, subjectId: ours }))
    await sendByBoss(ACCOUNT_MAILS[kind], { kind, subjectId: theirs })
    await expectSameRows(ours, theirs)
    expect((await rowsAbout(ours))[0].data).toEqual({ kind, subjectId: ours })
  })

  it.each([
    ['password_reset', 25, 40],
    ['invitation', 22 * 60, 26 * 60],
    ['password_changed', 22 * 60, 26 * 60],
  ] as const)('retries: %s from %i to %i minutes', (kind, from, to) => {
    const minutes = leastSeconds(ACCOUNT_MAILS[kind].retry) / 60
    expect(minutes).toBeGreaterThan(from)
    expect(minutes).toBeLessThan(to)
  })
})

describe('enqueueing a one-time code', () => {
  it('writes the row that pg-boss itself would write', async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()]
    await inTransaction(database.pool, (client) => enqueueOneTimeCode(client, ours))
    await sendByBoss(ONE_TIME_CODE, { challengeId: theirs })
    await expectSameRows(ours, theirs)
    expect((await rowsAbout(ours))[0].data).toEqual({ challengeId: ours })
  })

  it('retries while the code is valid, with half of each delay random', () => {
    expect(leastSeconds(ONE_TIME_CODE.retry) / 2).toBeGreaterThan(CODE_SECONDS)
  })
})

it('a job waiting for a reason that is over is retried at once, and a job waiting for another is not', async () => {
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

it('several servers can prepare the queues again without harm', async () => {
  await Promise.all([1, 2, 3].map(() => prepareQueues(database.pool, QUEUES)))
  const { rows } = await database.pool.query(
    `SELECT name, dead_letter FROM pgboss.queue WHERE name NOT LIKE '\\_\\_%' ORDER BY name`,
  )
  expect(rows).toEqual([
    { name: 'account-mail', dead_letter: UNDELIVERED_QUEUE },
    { name: 'appointment-told', dead_letter: UNDELIVERED_QUEUE },
    { name: 'cancellation-mail', dead_letter: UNDELIVERED_QUEUE },
    { name: 'confirmation-mail', dead_letter: UNDELIVERED_QUEUE },
    { name: 'one-time-code', dead_letter: UNDELIVERED_QUEUE },
    { name: 'sms-reply', dead_letter: UNDELIVERED_QUEUE },
    { name: UNDELIVERED_QUEUE, dead_letter: null },
    { name: 'visit-reminder', dead_letter: UNDELIVERED_QUEUE },
    { name: 'waiting-offer', dead_letter: UNDELIVERED_QUEUE },
  ])
})

it('every queue has handlers, and every kind of job one of them', () => {
  const { pool } = database
  const parts = { config: {}, clinic: clinicConfig, pool, sms: {}, mail: {} } as unknown as BackgroundParts
  const kinds = allHandlers(parts).map(({ kind }) => kind)
  expect(new Set(kinds.map(({ queue }) => queue))).toEqual(new Set(QUEUES))
  const names = kinds.map(({ queue, kind }) => `${queue.name} ${kind}`)
  expect(new Set(names).size).toBe(names.length)
})
