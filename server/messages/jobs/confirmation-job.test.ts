import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import clinic from '../../../clinic.config.ts'
import type { LiveEvent } from '../../../contract/events.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import {
  capturedLog,
  enqueueConfirmation,
  idle,
  inTransaction,
  storeAppointment,
} from '../../../tests/support/jobs.ts'
import { mailHeader, mailParts, startMailServer } from '../../../tests/support/mail-server.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { handlerOf } from '../../platform/queue/job.ts'
import { startJobs } from '../../platform/queue/start.ts'
import { noSms } from '../mail/sms.fixture.ts'
import { mailTransport } from '../mail/transport.ts'
import { CONFIRMATION, confirmationJob } from './confirmation-job.ts'

const retry = { limit: 20, delaySeconds: 1, delayMaxSeconds: 1 }
const now = () => new Date('2030-03-01T08:00:00Z')

let database: TestDatabase
const toStop: (() => Promise<void>)[] = []
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const stop of toStop.splice(0)) await stop()
  await database.close()
})

async function startWith(smtpUrl: string) {
  const kept = capturedLog()
  const { log } = kept
  const transport = mailTransport({
    smtpUrl,
    mailFrom: 'desk@example.com',
    dataDir: '',
    log,
    timeoutMs: WAIT_MS,
  })
  const announced: LiveEvent[] = []
  const confirmation = confirmationJob({
    pool: database.pool,
    clinic,
    transport,
    ...noSms,
    log,
    now,
    announce: (event) => void announced.push(event),
  })
  const handlers = [handlerOf(CONFIRMATION, confirmation)]
  const jobs = await startJobs({ ...idle, databaseUrl: database.url, log, handlers, pollSeconds: 0.5 })
  toStop.push(async () => {
    await jobs.stop()
    transport.close()
  })
  return { ...kept, announced }
}

/** A booking's transaction: the appointment and its confirmation. */
function book(
  end: 'COMMIT' | 'ROLLBACK' = 'COMMIT',
  appointment: Parameters<typeof storeAppointment>[1] = {},
) {
  return inTransaction(
    database.pool,
    async (client) => {
      const id = await storeAppointment(client, appointment)
      await enqueueConfirmation(client, id, retry)
      return id
    },
    end,
  )
}

async function jobRows(): Promise<string> {
  const { rows } = await database.pool.query<{ row: string }>('SELECT job::text AS row FROM pgboss.job')
  return rows.map(({ row }) => row).join('\n')
}

const SECRETS = /secret|0803 123/i

describe('the confirmation of a booking', () => {
  it('reaches the patient, with facts read at that moment and without the complaint', async () => {
    await using server = await startMailServer()
    const { text } = await startWith(server.url)
    const id = await book()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
    const [mail] = server.received
    expect(mail?.to).toEqual(['ada.secret@example.com'])
    const [words] = mailParts(mail?.raw ?? '')
    expect(words?.content).toContain('Hello Adasecret,')
    expect(words?.content).toContain('Monday, 4 March 2030 at 9:30 AM, Lagos time')
    expect(words?.content).toContain('Dr. Amaka Okafor')
    expect(words?.content).toContain(id.slice(0, 8))
    expect(
      mailParts(mail?.raw ?? '')
        .map(({ content }) => content)
        .join(''),
    ).not.toContain('secretcomplaint')
    await vi.waitFor(async () => expect(await jobRows()).toContain('completed'))
    expect(text()).not.toMatch(SECRETS)
    expect(await jobRows()).not.toMatch(SECRETS)
  })

  it('is not sent for a booking that was rolled back, and is sent for the next one', async () => {
    await using server = await startMailServer()
    await startWith(server.url)
    await book('ROLLBACK')
    const id = await book()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
    expect(server.received[0]?.raw).toContain(id.slice(0, 8))
    expect((await jobRows()).split('\n')).toHaveLength(1)
  })

  it('arrives when the mail server is back, recognisable as the same mail', async () => {
    const tried: (string | undefined)[] = []
    const failing = await startMailServer({
      answerTo({ mail }) {
        if (mail === undefined) return undefined
        tried.push(mailHeader(mail, 'Message-ID'))
        return { code: 451, text: '4.3.0 <ada.secret@example.com> later' }
      },
    })
    const { lines, text, announced } = await startWith(failing.url)
    const id = await book()
    await vi.waitFor(() => expect(tried.length).toBeGreaterThan(0))
    await failing.close()
    // At least one attempt while no server is listening.
    await vi.waitFor(() =>
      expect(lines.some((line) => /ECONNREFUSED|ESOCKET|ECONNECTION/.test(line))).toBe(true),
    )
    expect(await jobRows()).not.toMatch(SECRETS)

    await using back = await startMailServer({ port: failing.port })
    await vi.waitFor(() => expect(back.received).toHaveLength(1))
    expect(mailHeader(back.received[0]?.raw ?? '', 'Message-ID')).toBe(tried[0])
    expect(text()).not.toMatch(SECRETS)
    // Once, however often the mail was retried.
    expect(announced).toEqual([{ type: 'appointment', change: 'booked', id, location: 'fct', version: 1 }])
  })

  it('publishes the booking again, unless a change of the appointment was published since', async () => {
    await using server = await startMailServer()
    const { announced } = await startWith(server.url)
    await inTransaction(database.pool, async (client) => {
      const confirmed = await storeAppointment(client)
      await client.query(`UPDATE appointments SET status = 'confirmed', version = 2 WHERE id = $1`, [
        confirmed,
      ])
      await enqueueConfirmation(client, confirmed)
    })
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
    expect(announced).toEqual([])
  })

  it('is given up at once for an address that the server refuses', async () => {
    let tries = 0
    await using server = await startMailServer({
      answerTo({ recipient }) {
        if (recipient === undefined) return undefined
        tries++
        return { code: 550, text: `5.1.1 <${recipient}> no such person` }
      },
    })
    const { text } = await startWith(server.url)
    const id = await book()
    await vi.waitFor(() => expect(text()).toContain('confirmation given up'))
    expect(text()).toContain(id)
    expect(tries).toBe(1)
    expect(`${text()}${await jobRows()}`).not.toMatch(SECRETS)
  })
})

describe('the confirmation is not sent', () => {
  it.each([
    ['a cancelled appointment', { status: 'cancelled' }],
    ['one that has begun', { startsAt: new Date('2030-03-01T07:30:00Z') }],
  ])('for %s', async (_what, appointment) => {
    await using server = await startMailServer()
    const { log } = capturedLog()
    const transport = mailTransport({
      smtpUrl: server.url,
      mailFrom: 'desk@example.com',
      dataDir: '',
      log,
      timeoutMs: WAIT_MS,
    })
    const announce = () => {}
    const handler = confirmationJob({
      pool: database.pool,
      clinic,
      transport,
      ...noSms,
      log,
      now,
      announce,
    })
    const appointmentId = await storeAppointment(database.pool, appointment)
    expect(await handler({ id: appointmentId, appointmentId, attempt: 1 })).toBe('skipped')
    transport.close()
    expect(server.received).toEqual([])
  })
})
