import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import {
  capturedLog,
  enqueueAccountMail,
  enqueueCancellation,
  enqueueConfirmation,
  enqueueOneTimeCode,
  idle,
  inTransaction,
} from '../../../tests/support/jobs.ts'
import { openSilentLine } from '../../../tests/support/silent-line.ts'
import { ACCOUNT_MAILS, type AccountMailData, type AlarmMailData } from '../../accounts/mails/queue.ts'
import { CANCELLATION, type CancellationData } from '../../messages/jobs/cancellation-job.ts'
import { CONFIRMATION, type ConfirmationData } from '../../messages/jobs/confirmation-job.ts'
import { MailNotSent } from '../../messages/mail/smtp-failure.ts'
import { SmsNotSent } from '../../messages/sms/sms-failure.ts'
import { ONE_TIME_CODE, type OneTimeCodeData } from '../../patients/codes/queue.ts'
import { handlerOf, type Job, type JobOutcome, type Retry } from './job.ts'
import type { Urgency } from './pace.ts'
import { type Jobs, startJobs } from './start.ts'

const SOON: Retry = { limit: 3, delaySeconds: 1, delayMaxSeconds: 1 }

let database: TestDatabase
const running: Jobs[] = []
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  await database.close()
})

type Work<Data extends object> = (job: Job<Data>) => Promise<JobOutcome>
type AccountMail = Job<AccountMailData | AlarmMailData>

async function start(
  confirmation: Work<ConfirmationData>,
  housekeeping = async () => {},
  accountMail: Work<AccountMailData | AlarmMailData> = async () => 'sent',
  cancellation: Work<CancellationData> = async () => 'sent',
  oneTimeCode: Work<OneTimeCodeData> = async () => 'sent',
) {
  const kept = capturedLog()
  const jobs = await startJobs({
    databaseUrl: database.url,
    log: kept.log,
    ...idle,
    handlers: [
      handlerOf(CONFIRMATION, confirmation),
      handlerOf(CANCELLATION, cancellation),
      ...Object.values(ACCOUNT_MAILS).map((kind) => handlerOf(kind, accountMail)),
      handlerOf(ONE_TIME_CODE, oneTimeCode),
    ],
    housekeeping,
    pollSeconds: 0.5,
  })
  running.push(jobs)
  return { ...kept, jobs }
}

async function enqueue(retry: Retry = SOON): Promise<string> {
  const appointmentId = randomUUID()
  await inTransaction(database.pool, (client) => enqueueConfirmation(client, appointmentId, retry))
  return appointmentId
}

async function states(): Promise<string[]> {
  const { rows } = await database.pool.query<{ state: string }>(
    `SELECT state FROM pgboss.job WHERE name = 'confirmation-mail' ORDER BY created_on`,
  )
  return rows.map(({ state }) => state)
}

describe('the worker', () => {
  it('runs a job once, on any number of processes', async () => {
    const done: string[] = []
    const handler: Work<ConfirmationData> = async ({ appointmentId }) => {
      done.push(appointmentId)
      return 'sent'
    }
    const wanted = await Promise.all(Array.from({ length: 12 }, () => enqueue()))
    await Promise.all([start(handler), start(handler), start(handler)])
    await vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set(['completed'])))
    expect(done.toSorted()).toEqual(wanted.toSorted())
  })

  it('continues without a pause while there are jobs, each in its turn', async () => {
    await Promise.all(Array.from({ length: 35 }, () => enqueue()))
    const turns: Urgency[] = []
    const jobs = await startJobs({
      databaseUrl: database.url,
      log: capturedLog().log,
      ...idle,
      handlers: [handlerOf(CONFIRMATION, async () => 'sent')],
      pace: { noteBooking() {}, turn: async (urgency) => void turns.push(urgency) },
      // Longer than this waits: batches of a poll each would take three of them.
      pollSeconds: 30,
    })
    running.push(jobs)
    await vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set(['completed'])))
    expect(turns).toEqual(Array(35).fill('change'))
  })

  it('is notified of a booking on another process', async () => {
    let heard = 0
    const jobs = await startJobs({
      databaseUrl: database.url,
      log: capturedLog().log,
      ...idle,
      handlers: [handlerOf(CONFIRMATION, async () => 'sent')],
      pace: {
        noteBooking() {
          heard += 1
        },
        turn: async () => {},
      },
      pollSeconds: 0.05,
    })
    running.push(jobs)
    await vi.waitFor(async () => {
      await enqueue()
      expect(heard).toBeGreaterThan(0)
    })
  })

  it('continues on new connections when all of its own are silent, and reports the outage meanwhile', async () => {
    await using line = await openSilentLine(database.url)
    const jobs = await startJobs({
      databaseUrl: line.url,
      log: capturedLog().log,
      ...idle,
      handlers: [handlerOf(CONFIRMATION, async () => 'sent')],
      pollSeconds: 0.5,
      statementTimeoutMs: 200,
    })
    running.push(jobs)
    await enqueue()
    await vi.waitFor(async () => expect(await states()).toEqual(['completed']))
    line.goSilent()
    await vi.waitFor(() => expect(jobs.isHeard(1_000)).toBe(false))
    await enqueue()
    line.speak()
    await vi.waitFor(async () => expect(await states()).toEqual(['completed', 'completed']))
    expect(jobs.isHeard(10_000)).toBe(true)
  })

  it('retries after a failure, as the same job', async () => {
    const tries: Job<ConfirmationData>[] = []
    const appointmentId = await enqueue()
    await start(async (job) => {
      tries.push(job)
      if (tries.length < 3) throw new MailNotSent('mail not sent: ECONNREFUSED')
      return 'sent'
    })
    await vi.waitFor(async () => expect(await states()).toEqual(['completed']))
    expect(tries).toHaveLength(3)
    expect(tries.every((job) => job.appointmentId === appointmentId && job.id === tries[0]?.id)).toBe(true)
  })

  it('continues when the clock is set back a day in the middle of a mail', async () => {
    const systemNow = Date.now
    let daysBack = 0
    vi.spyOn(Date, 'now').mockImplementation(() => systemNow() - daysBack * 86_400_000)
    onTestFinished(() => void vi.restoreAllMocks())
    await enqueue()
    await start(async () => {
      daysBack = 1
      return 'sent'
    })
    await vi.waitFor(async () => expect(await states()).toEqual(['completed']))
    await enqueue()
    await vi.waitFor(async () => expect(await states()).toEqual(['completed', 'completed']))
  })

  it('gives up after the last retry and names the appointment', async () => {
    const appointmentId = await enqueue({ ...SOON, limit: 1 })
    const { lines } = await start(async () => {
      throw new MailNotSent('mail not sent: ECONNREFUSED')
    })
    await vi.waitFor(() => expect(lines.filter((line) => line.includes('given up'))).toHaveLength(1))
    expect(lines.find((line) => line.includes('given up'))).toContain(appointmentId)
    expect(await states()).toEqual(['failed'])
  })

  it('tries an undeliverable mail only once', async () => {
    let tries = 0
    const appointmentId = await enqueue()
    const { lines } = await start(async () => {
      tries++
      return 'refused'
    })
    await vi.waitFor(() => expect(lines.some((line) => line.includes('given up'))).toBe(true))
    expect(lines.find((line) => line.includes('given up'))).toContain(appointmentId)
    expect(tries).toBe(1)
  })

  it('sends account mails beside confirmations, and names the id of one that it gives up', async () => {
    const [reset, invitation] = [randomUUID(), randomUUID()]
    const appointmentId = await enqueue()
    await inTransaction(database.pool, async (client) => {
      await enqueueAccountMail(client, { kind: 'password_reset', subjectId: reset }, SOON)
      await enqueueAccountMail(client, { kind: 'invitation', subjectId: invitation }, SOON)
    })
    const confirmed: string[] = []
    const sent: AccountMail[] = []
    const { lines } = await start(
      async (job) => {
        confirmed.push(job.appointmentId)
        return 'sent'
      },
      undefined,
      async (job) => {
        sent.push(job)
        return job.kind === 'invitation' ? 'refused' : 'sent'
      },
    )
    await vi.waitFor(() => expect(lines.filter((line) => line.includes('given up'))).toHaveLength(1))
    expect(lines.find((line) => line.includes('given up'))).toContain(invitation)
    expect(confirmed).toEqual([appointmentId])
    expect(sent.map(({ kind, subjectId }) => `${kind} ${subjectId}`).sort()).toEqual(
      [`invitation ${invitation}`, `password_reset ${reset}`].sort(),
    )
  })

  it('reports, on giving up a cancellation mail, that the patient has to be called', async () => {
    const appointmentId = randomUUID()
    await inTransaction(database.pool, (client) => enqueueCancellation(client, appointmentId, SOON))
    const told: Job<CancellationData>[] = []
    const confirmed: Job<ConfirmationData>[] = []
    const { lines } = await start(
      async (job) => {
        confirmed.push(job)
        return 'sent'
      },
      undefined,
      undefined,
      async (job) => {
        told.push(job)
        return 'refused'
      },
    )
    await vi.waitFor(() => expect(lines.filter((line) => line.includes('given up'))).toHaveLength(1))
    expect(told.map((job) => job.appointmentId)).toEqual([appointmentId])
    expect(confirmed).toEqual([])
    const line = lines.find((each) => each.includes('given up'))
    expect(line).toContain('note of a cancelled appointment given up: call the patient')
    expect(line).toContain(appointmentId)
  })

  it('sends one-time codes beside the others, and names the request id of one that it gives up', async () => {
    const [sent, refused, failing] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [sent, refused, failing]) {
      await enqueueOneTimeCode(database.pool, id, { ...SOON, limit: 1 })
    }
    const done: string[] = []
    const { lines } = await start(
      async () => 'sent',
      undefined,
      undefined,
      undefined,
      async ({ challengeId }) => {
        done.push(challengeId)
        if (challengeId === failing) throw new SmsNotSent('HTTP 503', { maybeSent: false })
        return challengeId === refused ? 'refused' : 'sent'
      },
    )
    const givenUp = () => lines.filter((line) => line.includes('one-time code given up'))
    await vi.waitFor(() => expect(givenUp()).toHaveLength(2))
    expect(givenUp().join()).toContain(refused)
    expect(givenUp().join()).toContain(failing)
    expect(done.filter((id) => id === sent)).toHaveLength(1)
    expect(lines.find((line) => line.includes('sms not sent: HTTP 503'))).toContain(failing)
  })

  it('names a given-up job of an unknown queue by its id alone', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `INSERT INTO pgboss.job (name, data) VALUES ('undelivered-mail', '{"challengeId":"c"}') RETURNING id`,
    )
    const { lines } = await start(async () => 'sent')
    await vi.waitFor(() => expect(lines.filter((line) => line.includes('given up'))).toHaveLength(1))
    const line = lines.find((each) => each.includes('given up'))
    expect(line).toContain('"msg":"job given up"')
    expect(line).toContain(rows[0]!.id)
  })

  it('warns once of a job of an unknown kind, by its id and queue', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `INSERT INTO pgboss.job (name, data, retry_limit, retry_delay)
       VALUES ('confirmation-mail', '{"kind":"newer","who":"adasecret"}', 1, 1) RETURNING id`,
    )
    const { lines, text } = await start(async () => 'sent')
    await vi.waitFor(async () => expect(await states()).toEqual(['failed']))
    const warned = lines.filter((line) => line.includes('unknown kind of job'))
    expect(warned).toHaveLength(1)
    expect(JSON.parse(warned[0]!)).toMatchObject({ job: rows[0]!.id, queue: 'confirmation-mail' })
    expect(text()).not.toContain('adasecret')
  })

  it('keeps error messages out of the log and the database', async () => {
    await enqueue()
    const { lines, text } = await start(async () => {
      throw Object.assign(new TypeError('cannot write to adasecret@example.com'), {
        code: 'EODD',
        rejected: ['adasecret@example.com'],
      })
    })
    await vi.waitFor(() => expect(lines.some((line) => line.includes('confirmation not sent'))).toBe(true))
    await vi.waitFor(async () => expect(await states()).toContain('retry'))
    const { rows } = await database.pool.query<{ row: string }>('SELECT job::text AS row FROM pgboss.job')
    expect(text()).toContain('TypeError EODD')
    expect(`${text()}${rows.map(({ row }) => row).join()}`).not.toContain('adasecret')
  })

  it('continues when its database connections are cut', async () => {
    const done: string[] = []
    const { text } = await start(async ({ appointmentId }) => {
      done.push(appointmentId)
      return 'sent'
    })
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'enamel-jobs' AND datname = current_database()`,
    )
    const appointmentId = await enqueue()
    await vi.waitFor(() => expect(done).toEqual([appointmentId]))
    expect(text()).not.toContain('postgres://')
  })

  it('stops although a mail hangs, and leaves the job for the next process', async () => {
    let begun = false
    await enqueue({ ...SOON, delaySeconds: 60, delayMaxSeconds: 60 })
    const { jobs } = await start(() => {
      begun = true
      return new Promise(() => {})
    })
    await vi.waitFor(() => expect(begun).toBe(true))
    await jobs.stop()
    expect(await states()).toEqual(['retry'])
  })
})

describe('housekeeping', () => {
  it('runs at the start, and its failure stops nothing', async () => {
    const { lines } = await start(
      async () => 'sent',
      async () => {
        throw new Error('adasecret')
      },
    )
    await vi.waitFor(() => expect(lines.some((line) => line.includes('housekeeping'))).toBe(true))
    expect(lines.join('')).not.toContain('adasecret')
    await enqueue()
    await vi.waitFor(async () => expect(await states()).toEqual(['completed']))
  })
})

it('the worker does not start on a database without its tables', async () => {
  await database.pool.query('DROP SCHEMA pgboss CASCADE')
  await expect(start(async () => 'sent')).rejects.toThrow()
})
