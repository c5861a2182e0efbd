import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { mailParts, startMailServer } from '../../../tests/support/mail-server.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { africasTalkingAnswer, startSmsGateway } from '../../../tests/support/sms-gateway.ts'
import { WAIT_MS } from '../../../tests/support/waits.ts'
import { startPatientSession } from '../../accounts/auth/sessions.ts'
import { noteUndelivered } from '../../book/jobs/undelivered.ts'
import { sendingLimits } from '../../patients/codes/limits.ts'
import { cancellationJob } from '../jobs/cancellation-job.ts'
import { confirmationJob } from '../jobs/confirmation-job.ts'
import { smsTransport } from '../sms/transport.ts'
import { mailTransport } from './transport.ts'

/* A verified patient's messages go to the contact on record. */
type Clinic = Awaited<ReturnType<typeof startClinic>>
let clinic: Clinic
beforeEach(async () => {
  clinic = await startClinic()
})
afterEach(() => clinic[Symbol.asyncDispose]())

type Gateway = Parameters<typeof startSmsGateway>[0]

async function sending({
  gateway: answerTo,
  hasGateway = true,
  smsPerDay = 10,
  timeoutMs = WAIT_MS,
}: {
  gateway?: Gateway
  hasGateway?: boolean
  smsPerDay?: number
  timeoutMs?: number
} = {}) {
  const { pool } = clinic.database
  const kept = capturedLog()
  const { log } = kept
  const [mails, gateway] = [
    await startMailServer(),
    await startSmsGateway(answerTo ?? (() => africasTalkingAnswer(101))),
  ]
  const transport = mailTransport({
    smtpUrl: mails.url,
    mailFrom: 'desk@example.com',
    dataDir: '',
    log,
    timeoutMs: WAIT_MS,
  })
  onTestFinished(async () => {
    transport.close()
    await Promise.all([mails.close(), gateway.close()])
  })
  const smsUrl = `africastalking://enamel:key@${gateway.host}`
  const oneTimeCodes = { ...clinicConfig.oneTimeCodes, smsPerDay }
  const parts = {
    pool,
    clinic: clinicConfig,
    transport,
    sms: smsTransport({
      ...(hasGateway && { smsUrl }),
      publicUrl: 'https://book.example.com',
      dataDir: '',
      log,
      timeoutMs,
    }),
    smsOn: sendingLimits({ pool, clinic: { ...clinicConfig, oneTimeCodes }, limits: true }).smsOn,
    log,
    origin: () => 'https://book.example.com',
    now: () => clinic.clock.now,
  }
  const confirm = confirmationJob({ ...parts, announce: () => {} })
  const cancel = cancellationJob(parts)

  /** Runs waiting jobs once each. @returns how each one ended */
  async function deliver(attempt = 1): Promise<string[]> {
    const { rows } = await pool.query('SELECT id, name, data FROM pgboss.job ORDER BY created_on, id')
    const outcomes: string[] = []
    for (const { id, name, data } of rows) {
      outcomes.push(await (name === 'confirmation-mail' ? confirm : cancel)({ ...data, id, attempt }))
      await pool.query('DELETE FROM pgboss.job WHERE id = $1', [id])
    }
    return outcomes
  }
  return { ...kept, deliver, mails: mails.received, texts: gateway.received }
}

/** @returns the id of the appointment */
async function bookFor(options: Parameters<typeof storeRegistered>[1], more: object = {}): Promise<string> {
  const { pool } = clinic.database
  const { id } = await storeRegistered(pool, options)
  const token = await startPatientSession(pool, id, clinic.clock.now)
  expect(await clinic.book({ email: '', phone_number: '', ...more }, { token })).toMatchObject({
    status: 201,
  })
  return (await pool.query('SELECT id FROM appointments WHERE patient_id = $1', [id])).rows[0].id
}

const SECRETS = /eze|ngozi|0803 123|8031234/i

describe('the confirmation for a verified patient', () => {
  it('goes to the email on record, and to no address that came with the booking', async () => {
    const { deliver, mails, texts } = await sending()
    await bookFor(
      { email: 'ngozi@example.com' },
      { email: 'mallory@example.com', phone_number: '0809 999 9999' },
    )
    expect(await deliver()).toEqual(['sent'])
    expect(mails.map(({ to }) => to)).toEqual([['ngozi@example.com']])
    expect(mailParts(mails[0]?.raw ?? '')[0]?.content).toContain('Hello ngozi,')
    expect(texts).toEqual([])
  })

  it('goes to the email that was typed where the record had none', async () => {
    const { deliver, mails, texts } = await sending()
    await bookFor({ email: '' }, { email: 'new@example.com' })
    expect(await deliver()).toEqual(['sent'])
    expect(mails.map(({ to }) => to)).toEqual([['new@example.com']])
    expect(texts).toEqual([])
  })

  it('is an SMS to the typed number, where the clinic has since removed the email from the record', async () => {
    const { deliver, mails, texts } = await sending()
    await bookFor({ phone: null }, { phone_number: '0809 999 9999' })
    await clinic.database.pool.query(`UPDATE patients SET email = '', email_key = ''`)
    expect(await deliver()).toEqual(['sent'])
    expect(texts.map(({ form }) => form.to)).toEqual(['+2348099999999'])
    expect(mails).toEqual([])
  })

  it('is an SMS where there is no email: one, with time, place and the link to the appointment, without a name', async () => {
    const { deliver, mails, texts, text } = await sending()
    await bookFor({ email: '', phone: '+2348031234567' })
    expect(await deliver()).toEqual(['sent'])
    expect(mails).toEqual([])
    expect(texts.map(({ form }) => form.to)).toEqual(['+2348031234567'])
    const message = texts[0]?.form.message ?? ''
    const link = /#([\w-]{22})$/
    expect(message.replace(link, '#token')).toBe(
      `${clinicConfig.name}: booked for Tuesday, 5 March 2030 at 10:00 AM, Abuja. Change or cancel: https://book.example.com/v#token`,
    )
    const by = { authorization: `Bearer visit:${link.exec(message)?.[1]}` }
    expect(await clinic.call('GET', '/api/visit', undefined, by)).toMatchObject({ status: 200 })
    expect(message.length).toBeLessThanOrEqual(160)
    expect(text()).not.toMatch(SECRETS)
  })

  it('is an SMS in the language of the booking', async () => {
    const { deliver, texts } = await sending()
    await bookFor({ email: '', phone: '+2348031234567' }, { language: 'rs' })
    expect(await deliver()).toEqual(['sent'])
    expect(texts[0]?.form.message).toMatch(
      /^Enamel Dental Clinic: вы записаны: 5 марта 2030, 10:00, Abuja\. Изменить: https:/,
    )
  })

  it('is a warning by id where the record has neither email nor number', async () => {
    const { deliver, lines, mails, texts } = await sending()
    const id = await bookFor({ email: '', phone: null })
    expect(await deliver()).toEqual(['refused'])
    expect(lines.filter((line) => line.includes(id))).toEqual([
      expect.stringContaining('neither an email address nor a number'),
    ])
    expect([...mails, ...texts]).toEqual([])
  })
})

describe('an SMS about an appointment that fails', () => {
  it('is a warning by id when the gateway refuses the number', async () => {
    const { deliver, lines, text } = await sending({
      gateway: () => africasTalkingAnswer(403, 'InvalidPhoneNumber'),
    })
    const id = await bookFor({ email: '' })
    expect(await deliver()).toEqual(['refused'])
    expect(lines.join('')).toContain('the number takes no SMS')
    expect(text()).toContain(id)
    expect(text()).not.toMatch(SECRETS)
  })

  it('is retried when the gateway is down', async () => {
    let isAway = true
    const { deliver, texts } = await sending({
      gateway: () => (isAway ? { status: 503, body: '' } : africasTalkingAnswer(101)),
      smsPerDay: 1,
    })
    await bookFor({ email: '' })
    await expect(deliver()).rejects.toThrow('sms not sent')
    isAway = false
    // The failed attempt does not count for the daily limit.
    expect(await deliver()).toEqual(['sent'])
    expect(texts).toHaveLength(2)
  })

  it('is left to the desk when its delivery is unknown: it arrives at most once, and not for two days', async () => {
    const { deliver, lines, texts } = await sending({ gateway: () => 'nothing', timeoutMs: 100 })
    await bookFor({ email: '' })
    expect(await deliver()).toEqual(['refused'])
    expect(texts).toHaveLength(1)
    expect(lines.join('')).toContain('it is not known whether the SMS was sent')
  })

  it('is a warning by id when the clinic’s daily limit is reached', async () => {
    const { deliver, lines, texts } = await sending({ smsPerDay: 1 })
    await bookFor({ email: '' })
    const second = await bookFor({ email: '' }, { start_time: '11:00' })
    expect(await deliver()).toEqual(['sent', 'refused'])
    expect(texts).toHaveLength(1)
    expect(lines.find((line) => line.includes('the limit of the day'))).toContain(second)
  })
})

it('a cancellation is sent by SMS as well, with the reason', async () => {
  const { deliver, texts } = await sending()
  const id = await bookFor({ email: '' })
  await deliver()
  const { bearer } = await clinic.signedIn()
  const change = { status: 'cancelled', reason: 'The doctor is ill.' }
  expect(await clinic.call('PATCH', `/api/appointments/${id}`, change, bearer)).toMatchObject({ status: 200 })
  expect(await deliver()).toEqual(['sent'])
  expect(texts[1]?.form).toMatchObject({
    to: '+2348031234567',
    message: expect.stringMatching(
      /your appointment is cancelled: Tuesday, 5 March 2030 at 10:00 AM, Abuja\. Reference \w{8}\. .* Message from the clinic: The doctor is ill\.$/,
    ),
  })
})

describe('once the clinic’s SMS of the day are used up', () => {
  async function cancelled(smsPerDay: number) {
    const parts = await sending({ smsPerDay })
    const id = await bookFor({ email: '' }, { appointment_date: '2030-03-07' })
    await parts.deliver()
    const { bearer } = await clinic.signedIn()
    await clinic.call('PATCH', `/api/appointments/${id}`, { status: 'cancelled' }, bearer)
    return parts
  }

  it('a cancellation is retried by day, and left to the desk shortly before the appointment', async () => {
    const { deliver, texts } = await cancelled(1)
    const before = clinic.clock.now
    await expect(deliver()).rejects.toThrow('limit of the day')
    clinic.clock.now = new Date('2030-03-05T07:55:00+01:00')
    await expect(deliver(2)).rejects.toThrow('waits for the morning')
    clinic.clock.now = new Date('2030-03-05T08:00:00+01:00')
    expect(await deliver(3)).toEqual(['sent'])
    expect(texts).toHaveLength(2)
    clinic.clock.now = before
  })
})

it('a patient with a number alone is listed to be called where the clinic sends no SMS, and counts as not notified', async () => {
  const { pool } = clinic.database
  const { deliver, lines, mails } = await sending({ hasGateway: false })
  const id = await bookFor({ email: '' })
  const { rows: jobs } = await pool.query('SELECT id, data FROM pgboss.job')
  expect(await deliver()).toEqual(['refused'])
  expect(lines.find((line) => line.includes('no SMS gateway is set'))).toContain(id)
  expect(mails).toEqual([])
  expect((await pool.query('SELECT state, channel FROM messages')).rows).toEqual([
    { state: 'no_gateway', channel: null },
  ])
  await noteUndelivered(pool, { clinic: clinicConfig, now: () => new Date() })(jobs[0].data, jobs[0].id)
  expect((await pool.query('SELECT kind, appointment_id AS id FROM todos')).rows).toEqual([
    { kind: 'booking_not_sent', id },
  ])
  expect((await pool.query('SELECT state FROM messages')).rows).toEqual([{ state: 'no_gateway' }])
})
