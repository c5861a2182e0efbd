import { describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { capturedLog } from '../../../tests/support/jobs.ts'
import { clinicWithDesk } from '../../book/booking/desk.fixture.ts'
import { reminderJob } from '../jobs/reminder-job.ts'
import type { Mail } from '../mail/transport.ts'
import { optIn, optOut } from '../opt-outs/opt-outs.ts'
import type { Sms } from '../sms/sms.ts'
import { SmsNotSent } from '../sms/sms-failure.ts'
import type { SmsWay } from '../sms/transport.ts'
import { sweepReminders } from './sweep.ts'

/*
 * Today is Monday 4 March 2030, 07:00 in the clinic. An appointment booked by the wizard has an email address and a
 * number.
 */

const desk = clinicWithDesk()

/** Mails of the last delivery. */
let lastMails: Mail[] = []

type Sending = {
  clinic?: Partial<Clinic>
  sms?: (sms: Sms) => Promise<'sent' | 'refused'>
  mail?: () => Promise<'sent' | 'refused'>
  budget?: boolean
  way?: SmsWay
}

/** Sweeps and sends due messages, as one process would. @returns the sent ones, and how each job ended */
async function deliver({
  clinic = {},
  sms = async () => 'sent',
  mail = async () => 'sent',
  budget = true,
  way = 'gateway',
}: Sending = {}) {
  const { pool } = desk.clinic.database
  const now = () => desk.clinic.clock.now
  lastMails = []
  const all = { ...clinicConfig, ...clinic }
  const [mails, texts, outcomes]: [Mail[], Sms[], string[]] = [lastMails, [], []]
  const remind = reminderJob({
    pool,
    clinic: all,
    origin: () => 'https://book.example.com',
    transport: {
      sender: { name: '', address: 'desk@example.com' },
      async send(message: Mail) {
        mails.push(message)
        return mail()
      },
      close: () => {},
    },
    sms: {
      way,
      async send(text: Sms) {
        texts.push(text)
        return sms(text)
      },
    },
    smsOn: () => ({ take: async () => budget, giveBack: async () => {} }),
    log: capturedLog().log,
    now,
  })
  await sweepReminders({ pool, clinic: all }, now())
  const { rows } = await pool.query(
    `SELECT id, data, retry_count AS tries FROM pgboss.job WHERE name = 'visit-reminder' ORDER BY created_on, data ->> 'step'`,
  )
  for (const { id, data, tries } of rows) {
    const outcome = await remind({ ...data, id, attempt: tries + 1 }).catch((error: Error) => error.message)
    outcomes.push(outcome)
    const isOver = outcome === 'sent' || outcome === 'skipped' || outcome === 'refused'
    await pool.query(
      isOver
        ? 'DELETE FROM pgboss.job WHERE id = $1'
        : 'UPDATE pgboss.job SET retry_count = retry_count + 1 WHERE id = $1',
      [id],
    )
  }
  return { mails: mails.map(({ subject }) => subject), texts: texts.map(({ text }) => text), outcomes }
}

const states = async () =>
  (
    await desk.clinic.database.pool.query<{ said: string }>(
      `SELECT concat_ws(' ', step, channel, state) AS said FROM messages WHERE kind = 'reminder' ORDER BY created_at, step`,
    )
  ).rows.map(({ said }) => said)
const nothing = { mails: [], texts: [], outcomes: [] }
/** Continues at another time, with a session of that time. */
async function later(time: string, day: string) {
  desk.at(time, day)
  await desk.as({ type: 'reception', locations: ['fct'] })
}
const FRIDAY = { appointment_date: '2030-03-08', start_time: '14:00' }

it('a sweep leaves an appointment alone until its first reminder may be due', async () => {
  const { clinic } = desk
  await clinic.book({ appointment_date: '2030-03-07', start_time: '14:00' })
  const { rows } = await clinic.database.pool.query('SELECT remind_at AS at FROM appointments')
  expect(rows).toEqual([{ at: new Date('2030-03-05T13:00:00Z') }])
})

describe('a patient is reminded', () => {
  it('two days before by mail, and three hours before by SMS, each once', async () => {
    await desk.web(FRIDAY)
    desk.at('13:59', '06')
    expect(await deliver()).toEqual(nothing)
    desk.at('14:00', '06')
    expect(await deliver()).toMatchObject({
      mails: ['Reminder: your appointment on Friday, 8 March 2030 at 2:00 PM, Enamel Dental Clinic'],
      texts: [],
    })
    expect(await deliver()).toEqual(nothing)
    desk.at('11:00', '08')
    const { texts } = await deliver()
    expect(texts).toEqual([
      expect.stringMatching(
        /^Enamel Dental Clinic: reminder: Friday, 8 March 2030 at 2:00 PM, Abuja\. Confirm or change: https:\/\/book\.example\.com\/v#[\w-]{22}$/,
      ),
    ])
    expect(texts[0]?.length).toBeLessThanOrEqual(160)
    expect(await states()).toEqual(['48h email sent', '3h sms sent'])
  })

  it('by a number that was added after the first reminder', async () => {
    const { pool } = desk.clinic.database
    await desk.web(FRIDAY)
    await pool.query(`UPDATE patients SET phone = '', phone_e164 = NULL`)
    desk.at('14:00', '06')
    expect((await deliver()).mails).toHaveLength(1)
    await pool.query(`UPDATE patients SET phone_e164 = '+2348035550101'`)
    desk.at('11:00', '08')
    expect((await deliver()).texts).toHaveLength(1)
  })

  it('by words that say "call" once the appointment can no longer be changed online', async () => {
    await desk.web(FRIDAY)
    desk.at('12:30', '08')
    const { texts } = await deliver()
    expect(texts).toEqual([expect.stringContaining("Can't make it? Call +234 700 000 0002.")])
  })

  it('at the new time of a moved appointment, also back at the earlier one', async () => {
    const id = await desk.web(FRIDAY)
    await later('14:00', '06')
    await deliver()
    await desk.move(id, { appointment_date: '2030-03-12', start_time: '15:00' })
    desk.at('11:00', '08')
    expect(await deliver()).toEqual(nothing)
    desk.at('15:00', '10')
    expect((await deliver()).mails).toEqual([expect.stringContaining('Tuesday, 12 March 2030 at 3:00 PM')])
  })

  it('not of the earlier time, where the move comes between making and sending', async () => {
    const id = await desk.web(FRIDAY)
    await later('14:00', '06')
    await sweepReminders({ pool: desk.clinic.database.pool, clinic: clinicConfig }, desk.clinic.clock.now)
    await desk.move(id, { appointment_date: '2030-03-12', start_time: '15:00' })
    expect(await deliver()).toMatchObject({ mails: [], outcomes: ['skipped'] })
    expect(await states()).toEqual(['48h skipped'])
  })

  it('not of an appointment that was moved less than that before', async () => {
    const id = await desk.web(FRIDAY)
    await desk.move(id, { appointment_date: '2030-03-08', start_time: '15:00' })
    await desk.clinic.database.pool.query('UPDATE appointments SET moved_at = $1', [
      '2030-03-07T09:00:00+01:00',
    ])
    desk.at('10:00', '07')
    expect(await deliver()).toEqual(nothing)
    desk.at('12:00', '08')
    expect((await deliver()).texts).toHaveLength(1)
  })
})

it('a reminder by mail can be ended with one press, and has the page of the appointment', async () => {
  await desk.web(FRIDAY)
  desk.at('14:00', '06')
  await deliver()
  const [mail] = lastMails
  expect(mail?.html).toMatch(/https:\/\/book\.example\.com\/visit#[\w-]{22}/)
  expect(mail?.calendar).toBeUndefined()
  const path = mail?.unsubscribe?.replace('https://book.example.com', '') ?? ''
  expect((await desk.clinic.app.request(path, { method: 'POST' })).status).toBe(200)
  await desk.clinic.database.pool.query(`DELETE FROM messages`)
  await desk.clinic.database.pool.query(`UPDATE appointments SET remind_at = to_timestamp(0)`)
  expect((await deliver()).mails).toEqual([])
})

describe('no reminder is sent', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['of a cancelled visit', (id) => desk.change(id, { status: 'cancelled' })],
    [
      'who cannot be reached by messages',
      () => desk.clinic.database.pool.query('UPDATE appointments SET reachable = false'),
    ],
    ['who walked in', () => desk.clinic.database.pool.query(`UPDATE appointments SET channel = 'walk_in'`)],
  ])('%s, and no call is listed', async (_what, change) => {
    const id = await desk.web(FRIDAY)
    await change(id)
    desk.at('12:00', '08')
    expect(await deliver()).toEqual(nothing)
  })

  it('for a cancelled appointment, until the cancellation is undone', async () => {
    const { pool } = desk.clinic.database
    await desk.web(FRIDAY)
    const became = (status: string) => pool.query('UPDATE appointments SET status = $1', [status])
    await became('cancelled')
    desk.at('14:00', '06')
    expect(await deliver()).toEqual(nothing)
    await became('open')
    expect((await deliver()).mails).toHaveLength(1)
    expect((await pool.query('SELECT moved_at FROM appointments')).rows).toEqual([{ moved_at: null }])
    desk.at('11:00', '08')
    await sweepReminders({ pool, clinic: clinicConfig }, desk.clinic.clock.now)
    await became('cancelled')
    expect((await deliver()).outcomes).toEqual(['skipped'])
    await became('open')
    expect((await deliver()).texts).toHaveLength(1)
    expect(await states()).toEqual(['48h email sent', '3h sms sent'])
  })

  it('for an appointment that is cancelled or received after the reminder was made', async () => {
    const [one, other] = [await desk.web(FRIDAY), await desk.web({ ...FRIDAY, start_time: '13:30' })]
    await later('14:00', '06')
    await sweepReminders({ pool: desk.clinic.database.pool, clinic: clinicConfig }, desk.clinic.clock.now)
    await desk.change(one, { status: 'cancelled' })
    await desk.clinic.database.pool.query(
      `UPDATE appointments SET visit = 'arrived', arrived_at = now() WHERE id = $1`,
      [other],
    )
    expect((await deliver()).outcomes).toEqual(['skipped', 'skipped'])
  })

  it('to a contact that opted out, but to the other one, until reminders are wanted again', async () => {
    const { pool } = desk.clinic.database
    await desk.web(FRIDAY)
    const [{ email, phone }] = (await pool.query('SELECT email, phone_e164 AS phone FROM patients')).rows
    await optOut(pool, email, desk.clinic.clock.now)
    desk.at('14:00', '06')
    const { mails, texts } = await deliver()
    expect([mails, texts.length]).toEqual([[], 1])
    await optOut(pool, phone, desk.clinic.clock.now)
    desk.at('10:59', '08')
    expect(await deliver()).toEqual(nothing)
    await optIn(pool, phone)
    desk.at('11:00', '08')
    expect((await deliver()).texts).toHaveLength(1)
  })

  it('to a patient who opted out after the reminder was made', async () => {
    const { pool } = desk.clinic.database
    await desk.web(FRIDAY)
    desk.at('11:00', '08')
    await sweepReminders({ pool, clinic: clinicConfig }, desk.clinic.clock.now)
    const [{ phone }] = (await pool.query('SELECT phone_e164 AS phone FROM patients')).rows
    await optOut(pool, phone, desk.clinic.clock.now)
    expect(await deliver()).toMatchObject({ texts: [], outcomes: ['skipped'] })
  })

  it('where the clinic has no reminders', async () => {
    await desk.web(FRIDAY)
    desk.at('12:00', '08')
    expect(await deliver({ clinic: { reminders: [] } })).toEqual(nothing)
  })
})

describe('a reminder by SMS', () => {
  const early = { appointment_date: '2030-03-08', start_time: '09:30' }

  it('is sent the evening before a morning appointment', async () => {
    await desk.web(early)
    desk.at('18:59', '07')
    await deliver()
    desk.at('19:00', '07')
    expect((await deliver()).texts).toHaveLength(1)
  })

  it('waits for the morning where the gateway was down until the quiet hours', async () => {
    await desk.web({ ...early, start_time: '10:00' })
    const away = () => Promise.reject(new SmsNotSent('503', { maybeSent: false }))
    desk.at('19:00', '07')
    expect((await deliver({ sms: away })).outcomes).toEqual(['sms not sent: 503'])
    desk.at('20:00', '07')
    expect(await deliver()).toMatchObject({ texts: [] })
    desk.at('07:59', '08')
    expect(await deliver()).toMatchObject({ texts: [] })
    desk.at('08:00', '08')
    expect((await deliver()).texts).toHaveLength(1)
  })

  it('is given up where the morning is too late, and the patient is listed to be called', async () => {
    const { pool } = desk.clinic.database
    await desk.web({ ...early, start_time: '09:00' })
    await pool.query(`UPDATE appointments SET starts_at = starts_at - interval '5 minutes'`)
    desk.at('19:00', '07')
    await sweepReminders({ pool, clinic: clinicConfig }, desk.clinic.clock.now)
    desk.at('20:30', '07')
    expect((await deliver()).outcomes).toEqual(['refused'])
    expect(await states()).toEqual(['3h sms given_up'])
  })

  it('is sent once: interrupted in between its delivery is unknown, and shown so', async () => {
    await desk.web(FRIDAY)
    desk.at('11:00', '08')
    const cut = () => Promise.reject(new Error('the process is gone'))
    expect((await deliver({ sms: cut })).outcomes).toEqual(['the process is gone'])
    expect(await deliver()).toMatchObject({ texts: [], outcomes: ['refused'] })
    expect(await states()).toEqual(['3h sms unknown'])
  })

  it('that finds the daily budget used up waits for another day if there is one', async () => {
    await desk.web(FRIDAY)
    await desk.clinic.database.pool.query(`UPDATE patients SET email = '', email_key = ''`)
    desk.at('14:00', '06')
    expect((await deliver({ budget: false })).outcomes).toEqual(['sms not sent: limit of the day'])
    desk.at('07:00', '07')
    expect(await deliver()).toMatchObject({ texts: [] })
    desk.at('09:00', '07')
    expect((await deliver()).texts).toHaveLength(1)
    desk.at('11:00', '08')
    expect((await deliver({ budget: false })).outcomes).toEqual(['refused'])
    expect(await states()).toEqual(['48h sms sent', '3h sms given_up'])
  })

  it('goes to no foreign number that a stranger typed, but to a registered patient’s', async () => {
    const { pool } = desk.clinic.database
    await desk.web(FRIDAY)
    await pool.query(
      `UPDATE patients SET email = '', email_key = '', phone = '+44 20 7946 0958', phone_e164 = '+442079460958'`,
    )
    desk.at('14:00', '06')
    expect(await deliver()).toMatchObject({ texts: [], outcomes: ['refused'] })
    expect(await states()).toEqual(['48h no_contact'])
    await pool.query('UPDATE patients SET verified = true')
    desk.at('11:00', '08')
    expect((await deliver()).texts).toHaveLength(1)
    await pool.query(`UPDATE patients SET verified = false`)
    await pool.query(`DELETE FROM messages`)
    await pool.query(`UPDATE appointments SET remind_at = to_timestamp(0)`)
    expect((await deliver({ clinic: { messages: { countries: ['NG', 'GB'] } } })).texts).toHaveLength(1)
  })
})

describe('a sweep of reminders', () => {
  it('by several processes at once makes each reminder once', async () => {
    const { pool } = desk.clinic.database
    for (const start_time of ['10:00', '10:30', '11:00', '11:30', '12:00', '12:30']) {
      await desk.web({ ...FRIDAY, start_time })
    }
    desk.at('14:00', '06')
    const sweep = () => sweepReminders({ pool, clinic: clinicConfig }, desk.clinic.clock.now)
    const made = await Promise.all(Array.from({ length: 6 }, sweep))
    expect(made.reduce((sum, n) => sum + n)).toBe(6)
    await pool.query('UPDATE appointments SET remind_at = to_timestamp(0)')
    expect(await sweep()).toBe(0)
  })

  it('after an outage makes the latest reminder alone', async () => {
    await desk.web(FRIDAY)
    desk.at('12:00', '08')
    const { mails, texts } = await deliver()
    expect([mails, texts.length]).toEqual([[], 1])
  })

  it('with a clock that ran ahead sends no reminder twice once it is right again', async () => {
    await desk.web(FRIDAY)
    desk.at('14:00', '06')
    await deliver()
    desk.at('11:00', '28')
    expect(await deliver()).toEqual(nothing)
    desk.at('14:05', '06')
    expect(await deliver()).toEqual(nothing)
  })
})

describe('without an SMS gateway', () => {
  const way = 'none'

  it('a reminder by SMS goes by mail', async () => {
    await desk.web(FRIDAY)
    desk.at('11:00', '08')
    expect(await deliver({ way })).toMatchObject({ mails: [expect.stringContaining('Reminder')], texts: [] })
    expect(await states()).toEqual(['3h email sent'])
  })

  it('a rule that uses all channels sends its mail alone', async () => {
    await desk.web(FRIDAY)
    desk.at('14:00', '06')
    const reminders = [{ hoursBefore: 48, by: ['email' as const, 'sms' as const], all: true }]
    const { mails, texts, outcomes } = await deliver({ way, clinic: { reminders } })
    expect([mails.length, texts.length, outcomes.toSorted()]).toEqual([1, 0, ['sent', 'skipped']])
  })

  it('a patient with a number alone gets no reminder, and does not count as reminded', async () => {
    await desk.web(FRIDAY)
    await desk.clinic.database.pool.query(`UPDATE patients SET email = '', email_key = ''`)
    desk.at('14:00', '06')
    expect(await deliver({ way })).toMatchObject({ texts: [], outcomes: ['refused'] })
    expect(await states()).toEqual(['48h no_gateway'])
  })
})

it('a process that stops leaves unmade reminders to the next one', async () => {
  const { pool } = desk.clinic.database
  await desk.web(FRIDAY)
  await desk.web({ ...FRIDAY, start_time: '13:30' })
  desk.at('14:00', '06')
  const sweep = (isStopping: boolean) =>
    sweepReminders(
      { pool, clinic: clinicConfig, isStopping: () => isStopping, portion: 1 },
      desk.clinic.clock.now,
    )
  expect(await sweep(true)).toBe(1)
  expect(await sweep(false)).toBe(1)
})
