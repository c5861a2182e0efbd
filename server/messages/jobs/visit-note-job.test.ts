import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { capturedLog, storeAppointment } from '../../../tests/support/jobs.ts'
import { mailHeader, mailParts, startMailServer } from '../../../tests/support/mail-server.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { noSms } from '../mail/sms.fixture.ts'
import { mailTransport } from '../mail/transport.ts'
import type { SmsParts } from '../sms/send-once.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'
import { type VisitNote, visitNoteJob } from './visit-note-job.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

const CLOSURE = randomUUID()

/** An appointment on Monday 4 March 2030 at 9:30 in the clinic. @param now 'HH:mm' on that day */
async function sent(note: VisitNote, now: string, change = '', { sms, smsOn }: SmsParts = noSms) {
  await using server = await startMailServer()
  const { log } = capturedLog()
  const transport = mailTransport({
    smtpUrl: server.url,
    mailFrom: 'Enamel <desk@example.com>',
    dataDir: '',
    log,
    timeoutMs: WAIT_MS,
  })
  const appointmentId = await storeAppointment(database.pool)
  await database.pool.query(
    `INSERT INTO blockers (id, description, type, starts_at, ends_at, recurring_days, recurring_dates)
     VALUES ($1, 'Chair', 'One Time', now(), now() + interval '1 hour', '{}', '{}')`,
    [CLOSURE],
  )
  const startsAt = '2030-03-04T08:30:00.000Z'
  const id = randomUUID()
  await database.pool.query(
    `INSERT INTO messages (id, appointment_id, kind, step, starts_at, version, due_at, state)
     VALUES ($1, $2, $3, $4, $5, 1, now(), 'waiting')`,
    [id, appointmentId, note.about, CLOSURE, startsAt],
  )
  if (change) await database.pool.query(change)
  const job = visitNoteJob({
    ...{ pool: database.pool, clinic, transport, sms, smsOn, log },
    origin: () => 'https://book.example.com',
    now: () => new Date(`2030-03-04T${now}:00+01:00`),
  })
  const outcome = await job({ kind: 'note', id, appointmentId, attempt: 1, step: CLOSURE, startsAt, note })
  transport.close()
  const [mail] = server.received
  const subject = mail && mailHeader(mail.raw, 'Subject')
  return { outcome, subject, text: mail ? (mailParts(mail.raw)[0]?.content ?? '') : '' }
}

it('the message about a closure includes the link to choose another time', async () => {
  const { outcome, subject, text } = await sent({ about: 'closure' }, '07:00')
  expect([outcome, subject]).toEqual(['sent', 'Please choose another time, Enamel Dental Clinic'])
  expect(text).toContain("can't take place as planned")
  expect(text).toMatch(/https:\/\/book\.example\.com\/visit#[\w-]{22}\s/)
  expect(text).toContain('+234 700 000 0002')
  expect(text).not.toContain('secretcomplaint')
})

it('the message about a closure asks for a call where it is too late for the link', async () => {
  const { text } = await sent({ about: 'closure' }, '08:00')
  expect(text).toContain('call +234 700 000 0002')
  expect(text).not.toContain('/visit#')
})

/** @param send effect of the gateway; `budget`: whether an SMS may be sent today */
function bySms(send: () => Promise<'sent' | 'refused'>, budget = true) {
  const texts: string[] = []
  const parts: SmsParts = {
    sms: {
      way: 'gateway',
      send: ({ text }) => {
        texts.push(text)
        return send()
      },
    },
    smsOn: () => ({ take: async () => budget, giveBack: async () => {} }),
  }
  return { texts, parts }
}

const states = async () =>
  (await database.pool.query(`SELECT channel, state FROM messages`)).rows.map(
    (row) => `${row.channel} ${row.state}`,
  )

it('the message about a delay goes by SMS, and gives the expected start', async () => {
  const { texts, parts } = bySms(async () => 'sent')
  expect(await sent({ about: 'late', minutes: 25 }, '09:00', '', parts)).toMatchObject({
    outcome: 'sent',
    text: '',
  })
  expect(texts).toEqual([expect.stringContaining('Your 9:30 AM appointment will start at about 9:55 AM.')])
  expect(await states()).toEqual(['sms sent'])
})

it.each<[string, SmsParts]>([
  ['the day’s SMS are used up', bySms(async () => 'sent', false).parts],
  ['the number takes none', bySms(async () => 'refused').parts],
  ['the gateway is away', bySms(() => Promise.reject(new SmsNotSent('503', { maybeSent: false }))).parts],
  ['there is no gateway', { ...noSms, sms: { ...noSms.sms, way: 'none' } }],
])('the message about a delay goes by mail at once where %s', async (_why, parts) => {
  const { outcome, text } = await sent({ about: 'late', minutes: 25 }, '09:00', '', parts)
  expect([outcome, await states()]).toEqual(['sent', ['email sent']])
  expect(text).toContain('Your 9:30 AM appointment will start at about 9:55 AM.')
  expect(text).not.toContain('/visit#')
})

it('the message about a delay does not go by mail too where the SMS may have arrived', async () => {
  const { parts } = bySms(() => Promise.reject(new SmsNotSent('cut off', { maybeSent: true })))
  expect(await sent({ about: 'late', minutes: 25 }, '09:00', '', parts)).toMatchObject({
    outcome: 'refused',
    text: '',
  })
  expect(await states()).toEqual(['sms unknown'])
})

it('the message about a delay is not sent after news of another', async () => {
  const { texts, parts } = bySms(async () => 'sent')
  const another = `
    INSERT INTO messages (id, appointment_id, kind, step, starts_at, version, created_at, due_at, state)
    SELECT gen_random_uuid(), id, 'late', '40', starts_at, version, now() + interval '1 second', now(), 'waiting' FROM appointments`
  expect(await sent({ about: 'late', minutes: 25 }, '09:00', another, parts)).toMatchObject({
    outcome: 'skipped',
  })
  expect(texts).toEqual([])
})

it('the message about the end of a closure says that the appointment takes place', async () => {
  const { outcome, subject, text } = await sent({ about: 'stands' }, '07:00', 'DELETE FROM blockers')
  expect([outcome, subject]).toEqual([
    'sent',
    'Your appointment is going ahead after all, Enamel Dental Clinic',
  ])
  expect(text).toContain('Please ignore our last message')
  expect(text).toContain('Monday, 4 March 2030 at 9:30 AM')
})

it('the message about the end of a closure skips patients who were asked again to choose another time', async () => {
  const another = randomUUID()
  const anew = `
    INSERT INTO blockers (id, description, type, starts_at, ends_at, recurring_days, recurring_dates)
    VALUES ('${another}', 'Chair', 'One Time', now(), now() + interval '1 hour', '{}', '{}');
    INSERT INTO messages (id, appointment_id, kind, step, starts_at, version, due_at, state)
    SELECT gen_random_uuid(), id, 'closure', '${another}', starts_at, version, now(), 'waiting' FROM appointments`
  expect(await sent({ about: 'stands' }, '07:00', anew)).toMatchObject({ outcome: 'skipped', text: '' })
})

it.each([
  ['who has come', `UPDATE appointments SET visit = 'arrived', arrived_at = now()`],
  ['whose visit was cancelled', `UPDATE appointments SET status = 'cancelled'`],
  ['whose visit was moved', `UPDATE appointments SET starts_at = starts_at + interval '5 minutes'`],
  ['whom no message reaches', 'UPDATE appointments SET reachable = false'],
])('the message does not go to a patient %s', async (_who, change) => {
  expect(await sent({ about: 'late', minutes: 25 }, '09:00', change)).toMatchObject({
    outcome: 'skipped',
    text: '',
  })
})

it('the message about a closure that was undone goes to no one', async () => {
  expect(await sent({ about: 'closure' }, '07:00', 'DELETE FROM blockers')).toMatchObject({
    outcome: 'skipped',
    text: '',
  })
})
