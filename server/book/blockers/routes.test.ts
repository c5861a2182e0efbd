import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type BlockerPreview, HOLIDAY_YEARS, type SaveBlockerWire } from '../../../contract/blockers.ts'
import { startClinic } from '../../../tests/support/clinic.ts'

/* Monday 4 March 2030, 07:00 in the clinic; the tests book Tuesday at 10:00 in Abuja. */

type Clinic = Awaited<ReturnType<typeof startClinic>>

const TUESDAY = '2030-03-05'
const oneTime: SaveBlockerWire = {
  description: 'Staff meeting',
  type: 'One Time',
  startDateTime: `${TUESDAY}T09:30:00+01:00`,
  endDateTime: `${TUESDAY}T11:00:00+01:00`,
  recurringDays: [],
  recurringDates: [],
  selectedMonth: null,
}

async function asAdmin(clinic: Clinic) {
  const { bearer, id } = await clinic.signedIn()
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    clinic.call(method, `/api/blockers${path}`, body, { ...bearer, ...headers })
  return {
    id,
    call,
    add: async (more: Partial<SaveBlockerWire> = {}) => {
      const answer = await call('POST', '', { ...oneTime, ...more })
      expect(answer.status).toBe(201)
      return answer.body.data as { id: string; version: number }
    },
  }
}

async function freeTimes(clinic: Clinic, date = TUESDAY, location = 'fct'): Promise<string[]> {
  const { body } = await clinic.call('GET', `/api/availability?location=${location}&from=${date}&to=${date}`)
  return (body.data as { slots: string[] }[])[0]?.slots ?? []
}

const audited = async (clinic: Clinic) =>
  (
    await clinic.database.pool.query(
      `SELECT action, staff_id FROM audit_log WHERE subject_kind = 'blocker' ORDER BY id`,
    )
  ).rows

describe('a blocker', () => {
  it('is added, listed, changed and deleted, and each step is audited', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    const created = await admin.call('POST', '', { ...oneTime, token: 'as the specification sends it' })
    expect(created).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: 'Created successfully!',
        data: { ...oneTime, location: null, version: 1 },
      },
    })
    const { id } = created.body.data as { id: string }
    const change = {
      ...oneTime,
      type: 'Weekly',
      recurringDays: [2],
      startDateTime: null,
      endDateTime: null,
      location: 'Abuja',
    }
    expect(await admin.call('PUT', `/${id}`, change)).toMatchObject({
      status: 200,
      body: { success: true, data: { id, type: 'Weekly', recurringDays: [2], location: 'fct', version: 2 } },
    })
    expect(await admin.call('GET', '?type=Weekly&page=1&limit=10')).toMatchObject({
      body: { data: [{ id }], paging: { page: 1, limit: 10, total: 1, totalPages: 1 } },
    })
    expect(await admin.call('GET', '?type=Daily')).toMatchObject({
      body: { data: [], paging: { totalPages: 0 } },
    })
    expect(await admin.call('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { success: true } })
    expect(await admin.call('DELETE', `/${id}`)).toMatchObject({ status: 404 })
    expect(await audited(clinic)).toEqual(
      ['created', 'changed', 'deleted'].map((word) => ({ action: `blocker.${word}`, staff_id: admin.id })),
    )
  })

  it('stops bookings from that second on, and admits them again when it is deleted', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    expect(await freeTimes(clinic)).toContain('10:00')
    const { id } = await admin.add()
    const free = await freeTimes(clinic)
    expect(free).toContain('09:00')
    expect(free).not.toContain('09:30')
    expect(free).not.toContain('10:30')
    expect(free).toContain('11:00')
    expect(await clinic.book({ start_time: '10:00' })).toMatchObject({
      status: 409,
      body: { code: 'slot_taken' },
    })
    await admin.call('PUT', `/${id}`, { ...oneTime, endDateTime: `${TUESDAY}T10:00:00+01:00` })
    expect(await clinic.book({ start_time: '10:00' })).toMatchObject({ status: 201 })
    expect(await clinic.book({ start_time: '09:30' })).toMatchObject({ status: 409 })
    await admin.call('DELETE', `/${id}`)
    expect(await clinic.book({ start_time: '09:30' })).toMatchObject({ status: 201 })
  })

  it.each<[string, Partial<SaveBlockerWire>, boolean]>([
    [
      'every day at noon',
      { type: 'Daily', startDateTime: '2030-03-04T11:00:00Z', endDateTime: '2030-03-04T12:00:00Z' },
      false,
    ],
    [
      'every day at ten',
      { type: 'Daily', startDateTime: '2030-03-04T09:00:00Z', endDateTime: '2030-03-04T10:00:00Z' },
      true,
    ],
    ['on Mondays', { type: 'Weekly', recurringDays: [1] }, false],
    ['on Tuesdays', { type: 'Weekly', recurringDays: [2] }, true],
    ['on each 5th', { type: 'Monthly', recurringDates: [5] }, true],
    ['on each 6th', { type: 'Monthly', recurringDates: [6] }, false],
    ['each 5 March', { type: 'Yearly', selectedMonth: 2, recurringDates: [5] }, true],
    ['each 5 April', { type: 'Yearly', selectedMonth: 3, recurringDates: [5] }, false],
  ])('of kind %s blocks Tuesday 5 March at 10:00 or not', async (_, rule, blocks) => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    await admin.add({ startDateTime: null, endDateTime: null, ...rule })
    expect((await freeTimes(clinic)).includes('10:00')).toBe(!blocks)
    expect((await clinic.book({ start_time: '10:00' })).status).toBe(blocks ? 409 : 201)
  })

  it('of one location leaves the others free', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    await admin.add({ location: 'lagos' })
    expect(await freeTimes(clinic)).toContain('10:00')
    expect(await freeTimes(clinic, TUESDAY, 'lag')).not.toContain('10:00')
  })

  it('applies on every server process, also on those that cached older blockers', async () => {
    await using one = await startClinic()
    await using other = await startClinic({ database: { ...one.database, close: async () => {} } })
    expect(await freeTimes(other)).toContain('10:00')
    expect((await other.book({ start_time: '14:00' })).status).toBe(201)
    const admin = await asAdmin(one)
    const { id } = await admin.add()
    expect((await other.book({ start_time: '10:00' })).status).toBe(409)
    expect(await freeTimes(other)).not.toContain('10:00')
    await admin.call('DELETE', `/${id}`)
    // Its cached blockers would refuse; it reloads them first.
    expect((await other.book({ start_time: '10:00' })).status).toBe(201)
  })

  it('and a booking saved at the same instant never both succeed', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    // A row is stored under the lock, but its transaction may have begun earlier: the row's own time counts.
    await clinic.database.pool.query(
      `ALTER TABLE appointments ALTER created_at SET DEFAULT clock_timestamp();
       ALTER TABLE blockers ALTER created_at SET DEFAULT clock_timestamp()`,
    )
    const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00', '12:30', '13:00', '13:30']
    const tries = await Promise.all(
      times.map(async (start_time, i) => {
        const [hour = '', minute = ''] = start_time.split(':')
        const end = minute === '00' ? `${hour}:30` : `${String(Number(hour) + 1).padStart(2, '0')}:00`
        const block = () =>
          admin.call('POST', '', {
            ...oneTime,
            startDateTime: `${TUESDAY}T${start_time}:00+01:00`,
            endDateTime: `${TUESDAY}T${end}:00+01:00`,
          })
        const book = () =>
          clinic.book({ start_time, email: `p${i}@example.com`, phone_number: `080312300${i}0` })
        // In turns, so that neither always has the head start.
        const [first, second] = i % 2 ? [block, book] : [book, block]
        const answers = await Promise.all([first(), second()])
        const [booked] = i % 2 ? [answers[1]] : [answers[0]]
        return { start_time, status: booked.status }
      }),
    )
    const { rows } = await clinic.database.pool.query<{ id: string }>(
      `SELECT a.id FROM appointments a JOIN blockers b ON b.starts_at < a.ends_at AND b.ends_at > a.starts_at
       WHERE a.created_at > b.created_at`,
    )
    // An appointment may precede its blocker; none is stored after it.
    expect(rows).toEqual([])
    for (const { status } of tries) expect([201, 409]).toContain(status)
  })
})

describe('two people editing the same blocker', () => {
  it('do not overwrite each other: a stale version is refused with the current one', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    const { id } = await admin.add()
    const edit = (description: string) =>
      admin.call('PUT', `/${id}`, { ...oneTime, description }, { 'if-match': '1' })
    expect(await edit('First')).toMatchObject({ status: 200, body: { data: { version: 2 } } })
    expect(await edit('Second')).toMatchObject({
      status: 409,
      body: { success: false, code: 'stale_version', data: { description: 'First', version: 2 } },
    })
    expect(await admin.call('DELETE', `/${id}`, undefined, { 'if-match': '1' })).toMatchObject({
      status: 409,
    })
    expect(await admin.call('GET', '')).toMatchObject({ body: { data: [{ description: 'First' }] } })
  })
})

it('a day or date that is sent twice is stored once', async () => {
  await using clinic = await startClinic()
  const admin = await asAdmin(clinic)
  const times = { startDateTime: null, endDateTime: null }
  await admin.add({ ...times, type: 'Monthly', recurringDates: [29, 1, 29] })
  await admin.add({ ...times, type: 'Weekly', recurringDays: [3, 3, 0] })
  expect(await admin.call('GET', '')).toMatchObject({
    body: { data: [{ recurringDays: [3, 0] }, { recurringDates: [29, 1] }] },
  })
})

describe('a blocker is refused', () => {
  it.each<[string, object, string]>([
    ['an unknown type', { type: 'Hourly' }, 'type'],
    ['no description', { description: ' ' }, 'description'],
    ['a description that nobody can see', { description: '\u200b\u2060' }, 'description'],
    ['an over-long description', { description: 'x'.repeat(201) }, 'description'],
    ['an end before the start', { endDateTime: `${TUESDAY}T09:00:00+01:00` }, 'endDateTime'],
    ['a year far away', { endDateTime: '2999-01-01T00:00:00Z' }, 'endDateTime'],
    ['no instant', { startDateTime: 'tomorrow' }, 'startDateTime'],
    ['a day that does not exist', { startDateTime: '2030-02-30T09:00:00Z' }, 'startDateTime'],
    ['weekly without days', { type: 'Weekly' }, 'recurringDays'],
    ['weekday 7', { type: 'Weekly', recurringDays: [7] }, 'recurringDays'],
    ['monthly without dates', { type: 'Monthly' }, 'recurringDates'],
    ['date 0', { type: 'Monthly', recurringDates: [0] }, 'recurringDates'],
    ['date 32', { type: 'Monthly', recurringDates: [32] }, 'recurringDates'],
    ['month 12', { type: 'Yearly', selectedMonth: 12, recurringDates: [1] }, 'selectedMonth'],
    ['30 February', { type: 'Yearly', selectedMonth: 1, recurringDates: [30] }, 'recurringDates'],
    ['fields of another type', { recurringDays: [1] }, 'recurringDays'],
    ['an unknown location', { location: 'kano' }, 'location'],
  ])('%s', async (_, more, field) => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    const answer = await admin.call('POST', '', { ...oneTime, ...more })
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'invalid_input' } })
    expect(Object.keys(answer.body.errors ?? {})).toEqual([field])
    expect(await admin.call('GET', '')).toMatchObject({ body: { paging: { total: 0 } } })
  })

  it('with an invalid or unknown id', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    for (const method of ['PUT', 'DELETE']) {
      expect((await admin.call(method, '/12', oneTime)).status).toBe(400)
      expect((await admin.call(method, `/${randomUUID()}`, oneTime)).status).toBe(404)
    }
  })

  it('to everyone but admins', async () => {
    await using clinic = await startClinic()
    const { bearer } = await clinic.signedIn({ username: 'chidi', type: 'staff' })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/preview'],
      ['GET', '/holidays?year=2030'],
      ['PUT', `/${randomUUID()}`],
      ['DELETE', `/${randomUUID()}`],
    ] as const) {
      const body = method === 'GET' ? undefined : oneTime
      expect((await clinic.call(method, `/api/blockers${path}`, body, bearer)).status).toBe(403)
      expect((await clinic.call(method, `/api/blockers${path}`, body)).status).toBe(403)
      expect((await clinic.call(method, `/api/blockers${path}`, body, { authorization: '' })).status).toBe(
        401,
      )
    }
  })
})

describe('before a blocker is saved', () => {
  it('its preview names the affected appointments and its next dates', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    await clinic.book({ start_time: '10:00' })
    await clinic.book({ start_time: '16:00', email: 'other@example.com', phone_number: '08031230000' })
    const query = new URLSearchParams({
      type: 'Weekly',
      recurringDays: '2,4',
      startDateTime: '2030-03-04T09:00:00+01:00',
      endDateTime: '2030-03-04T12:00:00+01:00',
    })
    const { body } = await admin.call('GET', `/preview?${query}`)
    const preview = body.data as { next: { start: string; end: string }[]; appointments: object }
    expect(preview.next).toHaveLength(10)
    expect(preview.next.slice(0, 2)).toEqual([
      { start: '2030-03-05T09:00:00+01:00', end: '2030-03-05T12:00:00+01:00' },
      { start: '2030-03-07T09:00:00+01:00', end: '2030-03-07T12:00:00+01:00' },
    ])
    expect(preview.appointments).toMatchObject({
      total: 1,
      first: [{ patientName: 'Ada Obi', appointment_date: '2030-03-05T10:00:00+01:00', location: 'fct' }],
    })
    expect(await admin.call('GET', `/preview?${query}&location=lag`)).toMatchObject({
      body: { data: { appointments: { total: 0 } } },
    })
  })

  it('its preview names all affected appointments, in as many answers as needed', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    // Four at each time, with one doctor each.
    await clinic.database.pool.query(
      `WITH person AS (
         INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
         SELECT gen_random_uuid(), 'Ada', 'Obi ' || n, '', '', '', '' FROM generate_series(0, 34) AS n
         RETURNING id, split_part(last_name, ' ', 2)::int AS n)
       INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text, appointment_type,
         starts_at, ends_at, status, complaint)
       SELECT gen_random_uuid(), 'R' || n, id, (SELECT id FROM doctors ORDER BY id LIMIT 1 OFFSET n % 4), true, 'fct', 'Tooth Pain',
         'consultation', '2030-03-05T09:00:00+01:00'::timestamptz + n / 4 * interval '20 minutes',
         '2030-03-05T09:20:00+01:00'::timestamptz + n / 4 * interval '20 minutes', 'open', '' FROM person`,
    )
    const named = async (limit: number) => {
      const ids: string[] = []
      const totals = new Set<number>()
      for (let after: { id: string; appointment_date: string } | undefined; ; ) {
        const query = new URLSearchParams({
          type: 'One Time',
          startDateTime: '2030-03-05T08:00:00+01:00',
          endDateTime: '2030-03-05T18:00:00+01:00',
          limit: String(limit),
          ...(after && { afterAt: after.appointment_date, afterId: after.id }),
        })
        const { status, body } = await admin.call('GET', `/preview?${query}`)
        expect(status).toBe(200)
        const { total, first } = (body.data as BlockerPreview).appointments
        totals.add(total)
        ids.push(...first.map(({ id }) => id))
        after = first.at(-1)
        if (first.length < limit) return { ids, totals: [...totals] }
      }
    }
    for (const limit of [10, 20, 100]) {
      const { ids, totals } = await named(limit)
      expect([new Set(ids).size, ids.length, totals]).toEqual([35, 35, [35]])
    }
    const refused = await admin.call('GET', '/preview?type=Daily&limit=101')
    expect(refused).toMatchObject({ status: 400 })
    const none = await admin.call(
      'GET',
      '/preview?type=One%20Time&startDateTime=2030-03-05T08:00:00Z&endDateTime=2030-03-05T18:00:00Z&limit=0',
    )
    expect(none.body.data).toMatchObject({ appointments: { first: [] } })
  })

  it('the preview of an edited one leaves out what it already covers', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    await clinic.book({ start_time: '10:00' })
    await clinic.book({ start_time: '16:00', email: 'other@example.com', phone_number: '08031230000' })
    const { id } = await admin.add()
    const total = async (end: string, more: Record<string, string> = {}) => {
      const query = new URLSearchParams({
        type: 'One Time',
        startDateTime: `${TUESDAY}T09:30:00+01:00`,
        endDateTime: `${TUESDAY}T${end}:00+01:00`,
        ...more,
      })
      const { body } = await admin.call('GET', `/preview?${query}`)
      return (body.data as { appointments: { total: number } }).appointments.total
    }
    expect(await total('17:00')).toBe(2)
    expect(await total('17:00', { id })).toBe(1)
    expect(await total('11:00', { id })).toBe(0)
    expect(await total('11:00', { id: randomUUID() })).toBe(1)
  })

  it('the preview of 29 February finds ten leap years', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    const { body } = await admin.call('GET', '/preview?type=Yearly&selectedMonth=1&recurringDates=29')
    const { next } = body.data as { next: { start: string }[] }
    expect(next.map(({ start }) => start.slice(0, 10))).toEqual(
      [2032, 2036, 2040, 2044, 2048, 2052, 2056, 2060, 2064, 2068].map((year) => `${year}-02-29`),
    )
  })
})

describe('the public holidays', () => {
  it('are fixed, movable and by the moon', async () => {
    await using clinic = await startClinic()
    const admin = await asAdmin(clinic)
    const { body } = await admin.call('GET', '/holidays?year=2030')
    const holidays = body.data as { name: string; from: string; yearly: boolean; toBeConfirmed: boolean }[]
    const of = (name: string) => holidays.find((holiday) => holiday.name === name)
    expect(of('Independence Day')).toMatchObject({ from: '2030-10-01', yearly: true, toBeConfirmed: false })
    expect(of('Good Friday')).toMatchObject({ from: '2030-04-19', yearly: false, toBeConfirmed: false })
    expect(of('Id el Fitr')).toMatchObject({ yearly: false, toBeConfirmed: true })
    for (const year of [1066, HOLIDAY_YEARS.first - 1, HOLIDAY_YEARS.last + 1])
      expect([year, (await admin.call('GET', `/holidays?year=${year}`)).status]).toEqual([year, 400])
  })
})
