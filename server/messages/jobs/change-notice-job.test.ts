import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { Appointment } from '../../../contract/appointments.ts'
import type { BookedSeries } from '../../../contract/desk.ts'
import { clinicWithDesk } from '../../book/booking/desk.fixture.ts'
import { addUntold } from '../../book/todo/repository.ts'
import { ATTEMPT_SECONDS, UNDELIVERED_QUEUE } from '../../platform/queue/job.ts'
import { CHANGE_NOTICE } from './change-notice-job.ts'
import { deliverDue } from './deliver-due.fixture.ts'

/* Today is Monday 4 March 2030, 07:00 in the clinic. */

const desk = clinicWithDesk()

const deliver = () => deliverDue(desk.clinic)

/** Turns the clock on, by default past the minute after which a change is announced. */
const later = (seconds = 61) => {
  desk.clinic.clock.now = new Date(desk.clinic.clock.now.getTime() + seconds * 1000)
}
const subjects = async () => (await deliver()).mails.map(({ subject }) => subject)

describe('the change notice of a moved appointment', () => {
  it('is sent once, with the old and the new time, and the calendar entry moves', async () => {
    const id = await desk.web()
    const [confirmed] = (await deliver()).mails
    await desk.move(id, { start_time: '11:05' })
    later()
    const { mails } = await deliver()
    expect(mails).toHaveLength(1)
    const [moved] = mails
    expect(moved?.subject).toContain(
      'Rescheduled: your appointment is now on Tuesday, 5 March 2030 at 11:05 AM',
    )
    expect(moved?.text).toContain('Before:    Tuesday, 5 March 2030 at 10:00 AM, Lagos time')
    const entries = [confirmed, moved].map((mail) =>
      /UID:(.*)\r\nSEQUENCE:(\d+)/.exec(mail?.calendar?.text ?? '')?.slice(1),
    )
    const { reference } = await desk.row(id)
    expect(entries).toEqual([
      [reference, '0'],
      [reference, '1'],
    ])
    expect(moved?.calendar?.text).toContain('DTSTART:20300305T100500Z')
  })

  it('is not sent when the appointment goes back within the minute', async () => {
    const id = await desk.web()
    await deliver()
    await desk.move(id, { start_time: '11:00' })
    later(30)
    await desk.move(id, { start_time: '10:00' })
    later()
    expect(await deliver()).toMatchObject({ mails: [], outcomes: ['skipped', 'skipped'] })
  })

  it('has the last time of two moves, and is sent by the last job', async () => {
    const id = await desk.web()
    await deliver()
    await desk.move(id, { start_time: '11:00' })
    later(40)
    await desk.move(id, { start_time: '12:00' })
    later(40)
    expect(await subjects()).toEqual([])
    later()
    expect(await subjects()).toEqual([expect.stringContaining('12:00 PM')])
    later()
    expect(await subjects()).toEqual([])
  })

  it('is not sent for another length, nor for another doctor where the patient chose none', async () => {
    const id = await desk.web()
    await desk.clinic.database.pool.query('UPDATE appointments SET doctor_chosen = false')
    await deliver()
    await desk.move(id, { start_time: '10:00', duration: 60 })
    later()
    expect(await subjects()).toEqual([])
    await desk.move(id, { start_time: '10:00', doctor: 'fct-okafor' })
    later()
    expect(await subjects()).toEqual([])
  })

  it('is sent for another doctor where the patient chose theirs, and again when they get theirs back', async () => {
    const id = await desk.web()
    await deliver()
    for (const doctor of ['fct-okafor', 'fct-musa']) {
      await desk.move(id, { start_time: '10:00', doctor })
      later()
      expect(await subjects()).toEqual([expect.stringContaining('Rescheduled')])
    }
  })

  it('is not sent where the desk has already called', async () => {
    const id = await desk.web()
    await deliver()
    await desk.change(id, { move: { appointment_date: '2030-03-05', start_time: '11:00' }, notify: false })
    later()
    expect(await subjects()).toEqual([])
    // The next notice starts from the place that the patient knows.
    await desk.move(id, { start_time: '12:00' })
    later()
    const { mails } = await deliver()
    expect(mails[0]?.text).toContain('Before:    Tuesday, 5 March 2030 at 11:00 AM')
  })

  it('names the time that the patient knows when a cancellation comes first', async () => {
    const id = await desk.web()
    await deliver()
    await desk.move(id, { start_time: '11:00' })
    await desk.change(id, { status: 'cancelled' })
    expect(await subjects()).toEqual([
      expect.stringContaining('Cancelled: your appointment on Tuesday, 5 March 2030 at 10:00'),
    ])
    later()
    expect(await subjects()).toEqual([])
  })

  it('is the confirmation itself while that is unsent', async () => {
    const id = await desk.web()
    await desk.move(id, { start_time: '11:00' })
    later()
    expect(await subjects()).toEqual([
      expect.stringContaining('Your appointment on Tuesday, 5 March 2030 at 11:00'),
    ])
  })
})

describe('an appointment booked by the desk', () => {
  const booked = async (more: object = {}) => (await desk.book(more)).body.data as Appointment

  it('is confirmed a minute later by SMS, where there is no email address', async () => {
    await booked()
    expect(await deliver()).toMatchObject({ sms: [], mails: [] })
    later()
    expect((await deliver()).sms).toEqual([
      expect.stringContaining('booked for Tuesday, 5 March 2030 at 10:00'),
    ])
  })

  it('and moved within the minute is confirmed at its new time', async () => {
    const { id } = await booked()
    await desk.move(id, { start_time: '11:00' })
    later()
    expect((await deliver()).sms).toEqual([expect.stringContaining('11:00')])
  })

  it('and cancelled within the minute causes no message', async () => {
    const { id } = await booked()
    await desk.change(id, { status: 'cancelled' })
    later()
    expect(await deliver()).toMatchObject({ sms: [], outcomes: ['skipped', 'skipped'] })
  })

  it('for a walk-in of another day is confirmed once it has a time', async () => {
    desk.at('20:00')
    await desk.as({ type: 'reception', locations: ['fct'] })
    const waiting = await booked({ channel: 'walk_in', appointment_date: undefined, start_time: undefined })
    await desk.move(waiting.id, { start_time: '09:00' })
    later()
    expect((await deliver()).sms).toHaveLength(1)
  })

  it('is confirmed by jobs that are retried as long as a confirmation', async () => {
    const { id } = await booked()
    await desk.move(id, { start_time: '11:00' })
    const { rows } = await desk.clinic.database.pool.query(
      `SELECT retry_limit AS "limit", retry_delay AS "delaySeconds", retry_delay_max AS "delayMaxSeconds",
         retry_backoff AS backoff, expire_seconds AS expires, dead_letter AS dead, policy
       FROM pgboss.job WHERE name = 'appointment-told'`,
    )
    const expected = {
      ...CHANGE_NOTICE.retry,
      backoff: true,
      expires: ATTEMPT_SECONDS,
      dead: UNDELIVERED_QUEUE,
      policy: 'standard',
    }
    expect(rows).toEqual([expected, expected])
  })
})

it('a patient whom no message reaches is listed to be called, with what they do not know', async () => {
  const { pool } = desk.clinic.database
  const id = await desk.web()
  await addUntold(pool, id)
  await deliver()
  await addUntold(pool, id)
  const { body } = await desk.clinic.call('GET', '/api/todo', undefined, desk.bearer)
  expect((body.data as { kind: string }[]).map(({ kind }) => kind).sort()).toEqual([
    'booking_not_sent',
    'move_not_sent',
  ])
})

describe('a series', () => {
  const FIRST = {
    location: 'fct',
    appointment_date: '2030-03-05',
    start_time: '10:00',
    doctor: 'fct-musa',
    channel: 'desk',
    patient: { firstName: 'Ngozi', lastName: 'Eze', email: 'ngozi@example.com' },
  }
  const book = async (first: object = {}, key = 'a-series-of-the-tests', visits = 3) => {
    const body = { first: { ...FIRST, ...first }, everyWeeks: 4, visits }
    const headers = { ...desk.bearer, 'idempotency-key': key }
    const answer = await desk.clinic.call('POST', '/api/appointments/desk/series', body, headers)
    expect(answer.status).toBe(201)
    return (answer.body.data as BookedSeries).booked
  }
  const messages = async () =>
    (
      await desk.clinic.database.pool.query(
        `SELECT m.kind, m.state, m.channel, a.told ->> 'startsAt' AS told
         FROM messages m JOIN appointments a ON a.id = m.appointment_id ORDER BY a.starts_at`,
      )
    ).rows

  it('is confirmed by one mail with all times, a link to each, and one calendar file', async () => {
    const booked = await book()
    later()
    const { mails, outcomes } = await deliver()
    expect([mails.length, outcomes]).toEqual([1, ['sent']])
    const [mail] = mails
    expect(mail?.subject).toBe(
      'Your 3 appointments, the first on Tuesday, 5 March 2030 at 10:00 AM, Enamel Dental Clinic',
    )
    for (const [at, day] of ['5 March', '2 April', '30 April'].entries()) {
      expect(mail?.text).toContain(`${at + 1}:`)
      expect(mail?.text).toContain(
        `Tuesday, ${day} 2030 at 10:00 AM, with Dr. Ibrahim Musa, Reference ${booked[at]?.reference}`,
      )
    }
    const tokens = Array.from(mail?.text.matchAll(/\/visit#([\w-]{22})/g) ?? [], ([, token]) => token)
    const links = await Promise.all(
      tokens.map((token) =>
        desk.clinic.call('GET', '/api/visit', undefined, { authorization: `Bearer visit:${token}` }),
      ),
    )
    expect(
      links.map(({ body }) => (body.data as { appointment_date: string }).appointment_date.slice(0, 10)),
    ).toEqual(['2030-03-05', '2030-04-02', '2030-04-30'])
    const file = new ICAL.Component(ICAL.parse(mail?.calendar?.text ?? ''))
    expect(file.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(file.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid'))).toEqual(
      booked.map(({ reference }) => reference),
    )
    expect(await messages()).toEqual(
      ['2030-03-05', '2030-04-02', '2030-04-30'].map((day) => ({
        kind: 'booked',
        state: 'sent',
        channel: 'email',
        told: expect.stringContaining(day),
      })),
    )
  })

  it('sent again by a second press is confirmed once', async () => {
    await Promise.all([book(), book()])
    later()
    expect(await subjects()).toEqual([expect.stringContaining('Your 3 appointments')])
  })

  it('leaves out what was cancelled or moved meanwhile, also the first, and reports that alone', async () => {
    const [first, second] = await book({}, 'another-series-of-the-tests', 4)
    await desk.change(first?.id ?? '', { status: 'cancelled' })
    await desk.move(second?.id ?? '', { appointment_date: '2030-04-02', start_time: '11:00' })
    later()
    const sent = await subjects()
    expect(sent.toSorted()).toEqual([
      expect.stringContaining('Your 2 appointments, the first on Tuesday, 30 April'),
      expect.stringContaining('Your appointment on Tuesday, 2 April 2030 at 11:00 AM'),
    ])
  })

  it('of which one appointment is left is confirmed like any other', async () => {
    const [first] = await book({}, 'two-visits-of-the-tests', 2)
    await desk.change(first?.id ?? '', { status: 'cancelled' })
    later()
    const { mails } = await deliver()
    expect(mails.map(({ subject, calendar }) => [subject, calendar?.method])).toEqual([
      [expect.stringContaining('Your appointment on Tuesday, 2 April'), 'REQUEST'],
    ])
  })

  it('is one SMS for a patient with a number alone', async () => {
    await book({ patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: '08035550101' } })
    later()
    expect((await deliver()).sms).toEqual([
      'Enamel Dental Clinic: booked, Abuja: Tuesday, 5 March 2030; Tuesday, 2 April 2030; Tuesday, 30 April 2030 at 10:00 AM. ' +
        'To change or cancel one, call +234 700 000 0002.',
    ])
  })
})
