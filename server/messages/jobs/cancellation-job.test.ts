import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import {
  capturedLog,
  enqueueCancellation,
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
import { CANCELLATION, cancellationJob } from './cancellation-job.ts'
import { CONFIRMATION, confirmationJob } from './confirmation-job.ts'

const retry = { limit: 20, delaySeconds: 1, delayMaxSeconds: 1 }
const SECRETS = /secret|0803 123/i

let database: TestDatabase
const toStop: (() => Promise<void>)[] = []
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  for (const stop of toStop.splice(0)) await stop()
  await database.close()
})

function partsFor(smtpUrl: string) {
  const kept = capturedLog()
  const { log } = kept
  const mailFrom = 'Enamel <desk@example.com>'
  const transport = mailTransport({ smtpUrl, mailFrom, dataDir: '', log, timeoutMs: WAIT_MS })
  const now = () => new Date('2030-03-01T08:00:00Z')
  const parts = { pool: database.pool, clinic, transport, ...noSms, log, now }
  const cancellation = cancellationJob(parts)
  return { ...kept, parts, cancellation, close: () => transport.close() }
}

async function startWith(smtpUrl: string) {
  const { parts, cancellation, close, ...kept } = partsFor(smtpUrl)
  const handlers = [
    handlerOf(CONFIRMATION, confirmationJob({ ...parts, announce: () => {} })),
    handlerOf(CANCELLATION, cancellation),
  ]
  const jobs = await startJobs({
    ...idle,
    databaseUrl: database.url,
    log: parts.log,
    handlers,
    pollSeconds: 0.5,
  })
  toStop.push(async () => {
    await jobs.stop()
    close()
  })
  return kept
}

const cancelled = { status: 'cancelled', cancelReason: 'The doctor is ill; sorryreason' }

/** A cancellation's transaction: the appointment and its mail. */
function cancel(more: Parameters<typeof storeAppointment>[1] = {}) {
  return inTransaction(database.pool, async (client) => {
    const id = await storeAppointment(client, { ...cancelled, ...more })
    await enqueueCancellation(client, id, retry)
    return id
  })
}

async function jobRows(): Promise<string> {
  const { rows } = await database.pool.query<{ row: string }>('SELECT job::text AS row FROM pgboss.job')
  return rows.map(({ row }) => row).join('\n')
}

describe('the mail about a cancelled appointment', () => {
  it('reaches the patient with the reason and a calendar file that takes the entry back', async () => {
    await using server = await startMailServer()
    const { text } = await startWith(server.url)
    const id = await cancel()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
    const [{ to, raw } = { to: [], raw: '' }] = server.received
    expect(to).toEqual(['ada.secret@example.com'])
    expect(mailHeader(raw, 'Subject')).toContain('Cancelled: your appointment on Monday, 4 March 2030')
    const [words, html, file] = mailParts(raw)
    expect(words?.content).toContain('Message from the clinic: The doctor is ill; sorryreason')
    expect(words?.content).toContain('https://book.example.com/book-appointment')
    expect(words?.content).toContain(id.slice(0, 8))
    expect(html?.content).toContain('The doctor is ill; sorryreason')
    expect(file?.type).toMatch(/^text\/calendar;.*method=CANCEL/)
    expect(file?.content).toContain('METHOD:CANCEL\r\n')
    expect(raw).not.toContain('secretcomplaint')
    await vi.waitFor(async () => expect(await jobRows()).toContain('completed'))
    expect(`${text()}${await jobRows()}`).not.toMatch(SECRETS)
    expect(`${text()}${await jobRows()}`).not.toContain('sorryreason')
  })

  it('is the only mail when the confirmation still waited', async () => {
    await using server = await startMailServer()
    await inTransaction(database.pool, async (client) => {
      const id = await storeAppointment(client, cancelled)
      await enqueueConfirmation(client, id, retry)
      await enqueueCancellation(client, id, retry)
    })
    await startWith(server.url)
    await vi.waitFor(async () => expect((await jobRows()).match(/completed/g)).toHaveLength(2))
    expect(server.received.map(({ raw }) => mailHeader(raw, 'Subject'))).toEqual([
      expect.stringContaining('Cancelled: '),
    ])
  })

  it('arrives when the mail server is back, recognisable as the same mail', async () => {
    const tried: (string | undefined)[] = []
    await using server = await startMailServer({
      answerTo({ mail }) {
        if (mail === undefined || tried.push(mailHeader(mail, 'Message-ID')) > 2) return undefined
        return { code: 451, text: '4.3.0 <ada.secret@example.com> later' }
      },
    })
    const { text } = await startWith(server.url)
    await cancel()
    await vi.waitFor(() => expect(server.received).toHaveLength(1))
    expect(tried).toHaveLength(3)
    expect(new Set(tried).size).toBe(1)
    expect(text()).toContain('note of a cancelled appointment not sent')
    expect(`${text()}${await jobRows()}`).not.toMatch(SECRETS)
  })

  it('is given up at once for an address that the server refuses, and the log says that the patient has to be called', async () => {
    let tries = 0
    await using server = await startMailServer({
      answerTo({ recipient }) {
        if (recipient === undefined) return undefined
        tries++
        return { code: 550, text: `5.1.1 <${recipient}> no such person` }
      },
    })
    const { lines, text } = await startWith(server.url)
    const id = await cancel()
    await vi.waitFor(() => expect(text()).toContain('given up: call the patient'))
    expect(lines.find((line) => line.includes('given up'))).toContain(id)
    expect(tries).toBe(1)
    expect(`${text()}${await jobRows()}`).not.toMatch(SECRETS)
  })

  it('gets no headers or recipients from a reason, a name or a service', async () => {
    await using server = await startMailServer()
    const { cancellation, close } = partsFor(server.url)
    const evil = 'x\r\nBcc: thief@example.com\r\nSubject: gold\r\n\r\nfirst line'
    const id = await storeAppointment(database.pool, { ...cancelled, cancelReason: evil })
    await database.pool.query(`UPDATE patients SET first_name = $1`, [evil])
    await database.pool.query(`UPDATE appointments SET service_text = $1, location = $1`, [evil])
    expect(await cancellation({ kind: 'cancellation', id, appointmentId: id, attempt: 1 })).toBe('sent')
    close()
    const [{ to, raw } = { to: [], raw: '' }] = server.received
    expect(server.received).toHaveLength(1)
    expect(to).toEqual(['ada.secret@example.com'])
    expect(mailHeader(raw, 'Bcc')).toBeUndefined()
    expect(mailHeader(raw, 'Subject')).toMatch(/^Cancelled: /)
    expect(mailParts(raw)[0]?.content).toContain(
      'Message from the clinic: x Bcc: thief@example.com Subject: gold first line\r\n',
    )
    expect(mailParts(raw)[2]?.content).not.toMatch(/^Bcc/m)
  })
})

describe('the cancellation mail is not sent', () => {
  it.each([
    ['of an appointment that is not cancelled', { status: 'confirmed' }],
    ['of one that has begun', { ...cancelled, startsAt: new Date('2030-03-01T08:00:00Z') }],
    ['to an address that is none', { ...cancelled, email: 'ada.secret@example.com, thief@example.com' }],
  ])('%s', async (_what, appointment) => {
    await using server = await startMailServer()
    const { cancellation, close, text } = partsFor(server.url)
    const appointmentId = await storeAppointment(database.pool, appointment)
    const outcome = await cancellation({ kind: 'cancellation', id: appointmentId, appointmentId, attempt: 1 })
    expect(outcome).toBe('email' in appointment ? 'refused' : 'skipped')
    close()
    expect(server.received).toEqual([])
    expect(text()).not.toMatch(SECRETS)
  })
})
