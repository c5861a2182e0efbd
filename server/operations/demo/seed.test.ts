import { afterAll, beforeAll, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import type { Notifications } from '../../../contract/notifications.ts'
import type { CodeSent } from '../../../contract/one-time-codes.ts'
import type { Overview } from '../../../contract/overview.ts'
import type { Todo } from '../../../contract/todo.ts'
import type { WaitingEntry } from '../../../contract/waiting-list.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import { syncCatalog } from '../../book/catalog/sync.ts'
import { sweepReminders } from '../../messages/reminders/sweep.ts'
import { demoClinic } from './demo-clinic.ts'
import { seedDemo } from './seed.ts'

/** A Tuesday morning: the tests that change something come last. Its admin was there before. */
let morning: Awaited<ReturnType<typeof startClinic>> & { bearer: Record<string, string> }
beforeAll(async () => {
  const started = await startClinic({ now: '2030-03-05T09:15:00+01:00', limits: true })
  const { bearer } = await started.signedIn({ username: 'admin' })
  await seedDemo(started.database.pool, clinic, started.clock.now)
  morning = { ...started, bearer }
})
afterAll(() => morning[Symbol.asyncDispose]())

it('the demonstration fills six weeks once, and a second start changes nothing', async () => {
  const { database, clock } = morning
  const look = async () =>
    (
      await database.pool.query(
        `SELECT count(*)::int AS n, count(DISTINCT location)::int AS locations, count(*) FILTER (WHERE status = 'open')::int AS open
         FROM appointments`,
      )
    ).rows[0]
  const first = await look()
  expect(first).toMatchObject({ locations: 3 })
  expect(first.n).toBeGreaterThan(300)
  expect(first.open).toBeGreaterThan(50)
  await seedDemo(database.pool, clinic, clock.now)
  expect(await look()).toEqual(first)
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*)::int FROM blockers) AS blockers,
            count(*) FILTER (WHERE starts_at AT TIME ZONE 'Africa/Lagos' = '2030-03-06 12:00')::int AS meeting,
            count(*) FILTER (WHERE starts_at AT TIME ZONE 'Africa/Lagos' = '2030-03-06 13:00')::int AS after
     FROM appointments WHERE location = 'fct'`,
  )
  expect(rows[0]).toMatchObject({ blockers: 4, meeting: 0 })
  expect(rows[0].after).toBeGreaterThan(0)
})

it('the demonstration fits the lengths of its services, keeps to hours and leave, and double-books no one', async () => {
  const demo = demoClinic(clinic)
  await using enamel = await startClinic({ now: '2030-03-05T09:15:00+01:00', clinic: demo })
  const { pool } = enamel.database
  await syncCatalog(pool, demo)
  await seedDemo(pool, demo, enamel.clock.now)
  const { rows } = await pool.query(
    `SELECT count(DISTINCT ends_at - starts_at)::int AS lengths,
            count(*) FILTER (WHERE doctor_id = 'phc-briggs' AND location = 'fct')::int AS away,
            count(*) FILTER (WHERE doctor_id = 'fct-musa' AND starts_at BETWEEN '2030-03-08' AND '2030-03-09')::int AS leave
     FROM appointments`,
  )
  expect(rows[0]).toMatchObject({ leave: 0 })
  expect(rows[0].lengths).toBeGreaterThan(4)
  expect(rows[0].away).toBeGreaterThan(5)
})

it('the demonstration has patients in the states of that moment: some done, some absent, some here', async () => {
  const { database, clock } = morning
  const { rows } = await database.pool.query(
    `SELECT coalesce(visit, '') AS visit, count(*)::int AS n, bool_and(starts_at <= $1) AS begun, bool_and(ends_at <= $1) AS over,
       count(arrived_at)::int AS arrived, bool_and(coalesce(in_chair_at, arrived_at, starts_at) <= $1) AS "pressedBefore"
     FROM appointments GROUP BY visit ORDER BY visit`,
    [clock.now],
  )
  const by = Object.fromEntries(rows.map(({ visit, ...row }) => [visit, row]))
  expect(by.done).toMatchObject({ over: true, arrived: by.done.n, pressedBefore: true })
  expect(by.no_show).toMatchObject({ over: true, arrived: 0 })
  expect(by.in_chair).toMatchObject({ begun: true, over: false, arrived: by.in_chair.n })
  expect(by.done.n).toBeGreaterThan(5 * by.no_show.n)
  expect(by['']).toMatchObject({ begun: false })
})

it('the demonstration has a patient without a time, a call to make and past appointments to close at each location', async () => {
  await using enamel = await startClinic({ now: '2030-03-05T11:15:00+01:00' })
  await seedDemo(enamel.database.pool, clinic, enamel.clock.now)
  const { bearer } = await enamel.signedIn({ username: 'admin' })
  for (const { code } of clinic.locations) {
    const todo = await enamel.call('GET', `/api/todo?location=${code}`, undefined, bearer)
    const kinds = (todo.body.data as Todo[]).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual([
      'asked_to_call',
      'booking_not_sent',
      'booking_not_sent',
      'move_not_sent',
      'reply_not_understood',
      'walk_in_waiting',
    ])
    const { body } = await enamel.call(
      'GET',
      `/api/appointments/without-outcome?location=${code}`,
      undefined,
      bearer,
    )
    expect((body.data as unknown[]).length).toBeGreaterThanOrEqual(1)
  }
})

it('the demonstration has had reminders for weeks, and patients without any miss appointments more often', async () => {
  const days = 'location=all&from=2030-01-28&to=2030-03-05'
  const { body } = await morning.call('GET', `/api/overview?${days}`, undefined, morning.bearer)
  const { noShows } = body.data as Overview
  const shareOf = (key: 'yes' | 'no') => {
    const { came, missed } = noShows.byReminded.find((group) => group.key === key) ?? { came: 0, missed: 0 }
    expect(came + missed).toBeGreaterThan(100)
    return missed / (came + missed)
  }
  expect(shareOf('yes')).toBeLessThan(shareOf('no'))
  expect(noShows.byConfirmed.find(({ key }) => key === 'yes')?.came).toBeGreaterThan(100)
})

it('the demonstration has three bookings that are new to the admin: just made, open and in the future', async () => {
  const { pool } = morning.database
  const { now } = morning.clock
  const { body } = await morning.call('GET', '/api/notifications', undefined, morning.bearer)
  const { unread, items } = body.data as Notifications
  expect(unread).toBe(3)
  expect(items.map((item) => item.unread)).toEqual([true, true, true, ...Array(17).fill(false)])
  const fresh = items.slice(0, 3)
  expect(new Set(fresh.map(({ patientName }) => patientName)).size).toBe(3)
  for (const { id, location, createdAt, appointment_date } of fresh) {
    expect(location).toBe('fct')
    expect(now.getTime() - Date.parse(createdAt)).toBeGreaterThan(0)
    expect(now.getTime() - Date.parse(createdAt)).toBeLessThan(6 * 3_600_000)
    expect(Date.parse(appointment_date)).toBeGreaterThan(now.getTime())
    const { rows } = await pool.query('SELECT status FROM appointments WHERE id = $1', [id])
    expect(rows).toEqual([{ status: 'open' }])
  }
})

it('the demonstration has reminders to come, some mails due now, and a person on the waiting list at each location', async () => {
  const { pool } = morning.database
  const { now } = morning.clock
  const { rows } = await pool.query(
    `SELECT count(*) FILTER (WHERE remind_at <= $1)::int AS overdue,
       count(*) FILTER (WHERE remind_at < $1::timestamptz + interval '3 hours')::int AS soon,
       (SELECT count(*)::int FROM messages WHERE kind = 'reminder') AS reminded,
       (SELECT count(*)::int FROM messages m JOIN appointments a ON a.id = m.appointment_id
          WHERE m.settled_at > $1 OR m.settled_at < a.created_at) AS odd,
       (SELECT count(DISTINCT location)::int FROM waiting_entries) AS waiting
     FROM appointments`,
    [now],
  )
  expect(rows[0]).toMatchObject({ overdue: 3, odd: 0, waiting: clinic.locations.length })
  expect(rows[0].soon).toBeGreaterThan(3)
  expect(rows[0].reminded).toBeGreaterThan(10)
  expect(await sweepReminders({ pool, clinic }, now)).toBe(3)
  expect(await sweepReminders({ pool, clinic }, new Date(now.getTime() + 3 * 3_600_000))).toBeGreaterThan(3)
})

it('the demonstration has a freed slot at each location, and a patient to call about it', async () => {
  for (const { code } of clinic.locations) {
    const path = `/api/waiting-list?location=${code}`
    const { body } = await morning.call('GET', path, undefined, morning.bearer)
    const [called, ...others] = body.data as WaitingEntry[]
    expect(called).toMatchObject({ location: code, appointment: null, offer: { isToCall: true } })
    expect(others).toMatchObject([{ offer: null }])
    const taken = await morning.call(
      'POST',
      `/api/waiting-list/calls/${called?.offer?.id}/taken`,
      undefined,
      morning.bearer,
    )
    expect(taken).toMatchObject({
      status: 200,
      body: { data: { appointment_date: called?.offer?.appointment_date } },
    })
  }
})

it('the demonstration has registered patients to try a code with, each with one future appointment, in older databases too', async () => {
  const { pool } = morning.database
  const { rows } = await pool.query(
    `SELECT p.clinic_id, count(*)::int AS appointments, bool_and(a.starts_at > $1) AS "toCome"
     FROM patients p JOIN appointments a ON a.patient_id = p.id WHERE p.verified GROUP BY 1 ORDER BY 1`,
    [morning.clock.now],
  )
  expect(rows).toEqual(
    [101, 102, 103, 104, 105, 106].map((n) => ({ clinic_id: `ENM-0${n}`, appointments: 1, toCome: true })),
  )
  const asked = { destination: 'bello.family@example.com', location: 'fct' }
  const { body } = await morning.call('POST', '/api/send-otp/email', asked)
  expect((body.data as CodeSent[]).map(({ names }) => names)).toEqual([
    'Amina B. (...03)',
    'Yusuf B. (...02)',
    'Zainab B. (...01)',
  ])
  await pool.query('TRUNCATE patients CASCADE')
  await morning.book()
  await seedDemo(pool, clinic, morning.clock.now)
  const { rows: later } = await pool.query('SELECT count(*)::int AS n FROM patients WHERE verified')
  expect(later).toEqual([{ n: 6 }])
})
