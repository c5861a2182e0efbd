import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppointmentDetails } from '../../../contract/appointments.ts'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import type { OwnVisitDay } from '../../../contract/own-visit-calls.ts'
import type { Todo } from '../../../contract/todo.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { mintVisitLink } from '../../messages/send/visit-links.ts'

/* Today is Monday 4 March 2030, 07:00; the appointment is on Tuesday at 10:00. */
let clinic: Awaited<ReturnType<typeof startClinic>>
let bearer: Record<string, string>
let id: string
let token: string
beforeEach(() => start())
afterEach(() => clinic[Symbol.asyncDispose]())

async function start(options: TestOptions = {}) {
  clinic = await startClinic(options)
  ;({ bearer } = await clinic.signedIn())
  id = await booked()
  token = await link(id)
}
async function restart(options: TestOptions) {
  await clinic[Symbol.asyncDispose]()
  await start(options)
}

async function booked(more: Parameters<typeof clinic.book>[0] = {}): Promise<string> {
  const { status, body } = await clinic.book(more)
  expect(status).toBe(201)
  const { reference } = body.data as { reference: string }
  const { rows } = await clinic.database.pool.query('SELECT id FROM appointments WHERE reference = $1', [
    reference,
  ])
  return rows[0].id
}
const link = (appointmentId: string, contactKey = 'ada.obi@example.com') =>
  mintVisitLink(clinic.database.pool, {
    appointmentId,
    messageId: randomUUID(),
    contactKey,
    now: clinic.clock.now,
  })
const call = (
  method: 'GET' | 'POST',
  path = '',
  body?: object,
  {
    by = token,
    caller = '10.0.0.1',
    key = randomUUID(),
  }: { by?: string; caller?: string; key?: string } = {},
) =>
  clinic.call(
    method,
    `/api/visit${path}`,
    body,
    { authorization: `Bearer visit:${by}`, ...(path === '/move' && { 'idempotency-key': key }) },
    caller,
  )
const see = async (by = token) => (await call('GET', '', undefined, { by })).body.data as OwnVisit
const details = async (of = id) =>
  (await clinic.call('GET', `/api/appointments/${of}`, undefined, bearer)).body.data as AppointmentDetails
const at = (time: string, day = '05') => {
  clinic.clock.now = new Date(`2030-03-${day}T${time}:00+01:00`)
}
const stored = async () =>
  JSON.stringify(
    (
      await clinic.database.pool.query(
        `SELECT (SELECT jsonb_agg(a ORDER BY id) FROM appointments a) AS appointments, (SELECT jsonb_agg(t) FROM todos t) AS todos,
           (SELECT jsonb_agg(l ORDER BY token_hash) FROM visit_links l) AS links, (SELECT count(*) FROM audit_log) AS log`,
      )
    ).rows,
  )

describe('the page of an appointment link', () => {
  it('shows when, where, with whom, and nothing that others should not read', async () => {
    const { status, headers, body } = await call('GET')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const { doctor, reference, ...rest } = body.data as OwnVisit
    expect(rest).toEqual({
      initials: 'A. O.',
      status: 'open',
      appointment_date: '2030-03-05T10:00:00+01:00',
      end: '2030-03-05T10:30:00+01:00',
      duration: 30,
      place: { name: 'Abuja', address: '27 Gana Street, Maitama, Abuja', phone: '+234 700 000 0002' },
      patientConfirmedAt: null,
      askedToCall: false,
      keepUntil: null,
      offer: null,
      waits: false,
      changeUntil: '2030-03-05T08:00:00+01:00',
      canChange: true,
      version: 1,
      language: 'en',
    })
    expect(doctor).toMatch(/^Dr\. /)
    expect(JSON.stringify(body)).not.toMatch(/Ada|Obi\b|0803|example\.com|Tooth/)
    expect((await details()).reference).toBe(reference)
  })

  it('changes nothing when it is only opened, however often', async () => {
    const before = await stored()
    for (const path of ['', '', '/times?from=2030-03-05&to=2030-03-06']) {
      expect((await call('GET', path)).status).toBe(200)
    }
    for (const path of ['/confirm', '/cancel', '/move', '/call-me']) {
      expect((await call('GET', path)).status).toBe(404)
    }
    expect(await stored()).toBe(before)
  })

  it('opens its own appointment and no other one', async () => {
    const other = await booked({ start_time: '14:00', email: 'chidi@example.com' })
    const others = await link(other, 'chidi@example.com')
    await call('POST', '/cancel', {})
    expect(await see()).toMatchObject({ status: 'cancelled' })
    expect(await see(others)).toMatchObject({ status: 'open', appointment_date: '2030-03-05T14:00:00+01:00' })
  })

  it('says the same to a guessed, an old and a mistyped token, with the phone number', async () => {
    at('00:00', '06')
    const answers = []
    for (const by of [token, 'A'.repeat(22), 'x', `${token}x`, '']) {
      answers.push(await call('GET', '', undefined, { by }))
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(new Set(answers.map(({ body }) => body.message))).toEqual(
      new Set([
        'This link does not work, or no longer. Please call the clinic: Lagos +234 700 000 0001, Abuja +234 700 000 0002, Port Harcourt +234 700 000 0003.',
      ]),
    )
  })

  it('is limited to its own token, which is good for nothing else', async () => {
    for (const authorization of [undefined, bearer.authorization, `Bearer ${token}`]) {
      const answer = await clinic.call(
        'POST',
        '/api/visit/cancel',
        {},
        authorization ? { authorization } : {},
      )
      expect(answer.status).toBe(401)
    }
    const by = { authorization: `Bearer visit:${token}` }
    expect((await clinic.call('GET', `/api/appointments/${id}`, undefined, by)).status).toBe(401)
    expect((await clinic.call('GET', '/api/patient', undefined, by)).status).toBe(401)
    expect(await see()).toMatchObject({ status: 'open' })
  })
})

it('a link cannot be guessed more than 20 times an hour, and failures block no valid one', async () => {
  await restart({ limits: true })
  const guess = async (caller: string) =>
    (await call('GET', '', undefined, { by: randomUUID().slice(0, 22), caller })).status
  for (let i = 0; i < 20; i++) expect(await guess('10.0.0.1')).toBe(401)
  expect(await guess('10.0.0.1')).toBe(429)
  expect(await guess('10.0.0.2')).toBe(401)
  expect((await call('GET')).status).toBe(200)
  expect((await call('POST', '/confirm')).status).toBe(200)
})

it('an IPv6 network counts as one caller', async () => {
  await restart({ limits: true })
  const statuses = new Set<number>()
  for (let i = 0; i < 21; i++) {
    statuses.add(
      (await call('GET', '', undefined, { by: 'A'.repeat(22), caller: `2001:db8:1:${i}::1` })).status,
    )
  }
  expect([...statuses]).toEqual([401, 429])
})

it('an appointment can be changed 30 times an hour by its link', async () => {
  await restart({ limits: true })
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) statuses.push((await call('POST', '/confirm')).status)
  expect(statuses).toEqual([...Array(30).fill(200), 429])
})

describe('"Yes, I am coming"', () => {
  it('is a mark in the book, and does not change the clinic’s status', async () => {
    for (const _ of [1, 2]) {
      expect((await call('POST', '/confirm')).body.data).toMatchObject({
        status: 'open',
        patientConfirmedAt: '2030-03-04T07:00:00+01:00',
        version: 2,
      })
    }
    const it = await details()
    expect(it).toMatchObject({ isOpen: true, patientConfirmedAt: '2030-03-04T07:00:00+01:00', version: 2 })
    expect(it.history.map(({ action, by }) => [action, by])).toEqual([
      ['booked', null],
      ['confirmed', null],
    ])
  })

  it('marks what the clinic had confirmed before', async () => {
    const press = (isOpen: boolean) => clinic.call('PATCH', `/api/appointments/${id}`, { isOpen }, bearer)
    await press(false)
    await press(true)
    expect((await call('POST', '/confirm')).body.data).toMatchObject({ status: 'confirmed' })
  })

  it('confirms where the clinic leaves that to its patients', async () => {
    const { default: config } = await import('../../../clinic.config.ts')
    await restart({ clinic: { booking: { ...config.booking, patientsConfirm: true } } })
    expect((await call('POST', '/confirm')).body.data).toMatchObject({ status: 'confirmed' })
  })
})

describe('cancelling by the link', () => {
  it('answers a second press, whose first answer was lost, like the first', async () => {
    const first = await call('POST', '/cancel', { reason: 'I am ill' })
    const second = await call('POST', '/cancel', { reason: 'Ill' })
    expect([second.status, second.body.data]).toEqual([200, first.body.data])
    expect(await details()).toMatchObject({ cancelReason: 'I am ill', version: 2 })
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 15 * 60_000)
    expect(await call('POST', '/cancel')).toMatchObject({ status: 409, body: { code: 'already_cancelled' } })
  })

  it('frees the slot, informs the desk who and why, and shows it until the day is over', async () => {
    const answer = await call('POST', '/cancel', { reason: ' I am ill\n' })
    expect(answer.body.data).toMatchObject({ status: 'cancelled', canChange: false })
    const it = await details()
    expect(it).toMatchObject({ status: 'cancelled', cancelReason: 'I am ill' })
    expect(it.history.at(-1)).toMatchObject({ action: 'cancelled', by: null })
    expect((await clinic.book({ doctor_id: it.doctor.id, email: 'b@example.com' })).status).toBe(201)
    const { rows } = await clinic.database.pool.query(
      `SELECT staff_id, details FROM audit_log WHERE action = 'appointment.cancelled_by_patient'`,
    )
    expect(rows).toEqual([{ staff_id: null, details: { version: 2, by: 'link' } }])
    const jobs = `SELECT name FROM pgboss.job WHERE data ->> 'appointmentId' = $1 ORDER BY name`
    expect((await clinic.database.pool.query(jobs, [id])).rows).toEqual([
      { name: 'cancellation-mail' },
      { name: 'confirmation-mail' },
    ])
    at('23:59')
    expect(await see()).toMatchObject({ status: 'cancelled' })
    expect(await call('POST', '/confirm')).toMatchObject({
      status: 409,
      body: { code: 'already_cancelled', data: { status: 'cancelled' } },
    })
  })

  it('can be undone for a quarter of an hour, while the slot is free', async () => {
    expect(await call('POST', '/keep')).toMatchObject({ status: 200 })
    await call('POST', '/cancel')
    expect(await see()).toMatchObject({ keepUntil: '2030-03-04T07:15:00+01:00' })
    expect((await call('POST', '/keep')).body.data).toMatchObject({ status: 'open', keepUntil: null })
    await call('POST', '/cancel')
    at('07:16', '04')
    expect(await see()).toMatchObject({ keepUntil: null })
    expect(await call('POST', '/keep')).toMatchObject({ status: 409, body: { code: 'visit_state' } })
  })

  it('needs no reason', async () => {
    expect((await call('POST', '/cancel')).status).toBe(200)
    expect(await details()).toMatchObject({ cancelReason: null })
  })
})

describe('requesting a call by the link', () => {
  const todo = async () => (await clinic.call('GET', '/api/todo', undefined, bearer)).body.data as Todo[]

  it('is listed once, marked on the appointment, and removed when somebody has called', async () => {
    for (const _ of [1, 2]) {
      expect((await call('POST', '/call-me')).body.data).toMatchObject({ askedToCall: true, version: 2 })
    }
    const [wish, ...others] = await todo()
    expect(others).toEqual([])
    expect(wish).toMatchObject({ kind: 'asked_to_call', appointment: { id } })
    expect(await details()).toMatchObject({ marks: ['asked_to_call'] })
    const press = (method: string) => clinic.call(method, `/api/todo/${wish?.id}/done`, undefined, bearer)
    await press('POST')
    expect(await details()).toMatchObject({ marks: [], version: 3 })
    expect(await see()).toMatchObject({ askedToCall: false })
    await press('DELETE')
    expect(await details()).toMatchObject({ marks: ['asked_to_call'] })
    await press('POST')
    await call('POST', '/call-me')
    expect(await todo()).toHaveLength(1)
    expect(await details()).toMatchObject({ marks: ['asked_to_call'] })
  })
})

/** Another person than all others here. */
const SOMEBODY = { surname: 'Zoe', email: 'y@example.com', phone_number: '0803 123 9999' }

describe('moving by the link', () => {
  const move = (time: string, date = '2030-03-05', more: Parameters<typeof call>[3] = {}) =>
    call('POST', '/move', { appointment_date: date, start_time: time }, more)
  const times = async (day: string) => {
    const { body } = await call('GET', `/times?from=${day}&to=${day}`)
    return (body.data as { slots: string[] }[])[0]?.slots ?? []
  }

  it('takes the appointment to another free slot, and notifies the patient', async () => {
    await call('POST', '/confirm')
    expect((await move('14:30', '2030-03-06')).body.data).toMatchObject({
      appointment_date: '2030-03-06T14:30:00+01:00',
      end: '2030-03-06T15:00:00+01:00',
      patientConfirmedAt: null,
      version: 3,
    })
    const it = await details()
    expect(it).toMatchObject({ moved: 1, user: { location: 'fct' } })
    expect(it.history.at(-1)).toMatchObject({
      action: 'moved',
      by: null,
      from: { appointment_date: '2030-03-05T10:00:00+01:00' },
      to: { appointment_date: '2030-03-06T14:30:00+01:00' },
    })
    const { rows } = await clinic.database.pool.query(
      `SELECT staff_id, action FROM audit_log WHERE action LIKE 'appointment.moved%'`,
    )
    expect(rows).toEqual([{ staff_id: null, action: 'appointment.moved_by_patient' }])
    const told = await clinic.database.pool.query(`SELECT FROM pgboss.job WHERE name = 'appointment-told'`)
    expect(told.rowCount).toBe(1)
  })

  it('happens once for a key, also when the answer was lost', async () => {
    const key = randomUUID()
    const first = await move('11:00', '2030-03-05', { key })
    expect((await move('11:00', '2030-03-05', { key })).body).toEqual(first.body)
    expect(await details()).toMatchObject({ moved: 1 })
    expect(await move('11:30', '2030-03-05', { key })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
    const without = { authorization: `Bearer visit:${token}` }
    const body = { appointment_date: '2030-03-05', start_time: '12:00' }
    expect((await clinic.call('POST', '/api/visit/move', body, without)).status).toBe(400)
  })

  it('keeps the doctor that the patient chose, and offers their slots alone', async () => {
    id = await booked({ doctor_id: 'fct-musa', start_time: '12:00', email: 'x@example.com' })
    token = await link(id, 'x@example.com')
    await booked({ doctor_id: 'fct-musa', start_time: '13:00', ...SOMEBODY })
    expect(await times('2030-03-05')).not.toContain('13:00')
    expect(await times('2030-03-05')).not.toContain('12:00')
    expect(await times('2030-03-05')).toContain('12:30')
    expect(await move('13:00')).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    expect((await move('12:30')).body.data).toMatchObject({ doctor: 'Dr. Ibrahim Musa' })
  })

  it('keeps its doctor where none was chosen, and takes another one whom the patient accepts', async () => {
    const { doctor } = await details()
    await booked({ doctor_id: doctor.id, start_time: '13:00', ...SOMEBODY })
    const { body } = await call('GET', '/times?from=2030-03-05&to=2030-03-05')
    const [day] = body.data as OwnVisitDay[]
    expect(day?.slots).not.toContain('13:00')
    // Its own time is no way to another doctor either.
    expect(day?.others.map(({ time }) => time)).toEqual(['13:00'])
    const other = day?.others[0]?.doctor
    expect(other?.id).not.toBe(doctor.id)
    expect(await move('13:00')).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    expect((await details()).doctor.id).toBe(doctor.id)
    const agreed = { appointment_date: '2030-03-05', start_time: '13:00', doctor: other?.id }
    expect((await call('POST', '/move', agreed)).body.data).toMatchObject({ doctor: other?.name })
    // From then on it is with that one.
    expect((await move('15:00')).body.data).toMatchObject({ doctor: other?.name })
  })

  it('refuses a doctor who does not do its service', async () => {
    const body = { appointment_date: '2030-03-05', start_time: '13:00', doctor: 'lag-adeyemi' }
    const answer = await call('POST', '/move', body)
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, ['doctor']])
  })

  it('offers days around its own date, also where the desk has booked beyond the horizon', async () => {
    const appointment_date = new Date('2030-09-03T10:00:00+01:00')
    await clinic.database.pool.query(
      `UPDATE appointments SET starts_at = $2, ends_at = $2::timestamptz + '30 min'::interval WHERE id = $1`,
      [id, appointment_date],
    )
    token = await link(id)
    expect(await times('2030-08-28')).toContain('10:00')
    expect(await times('2030-09-17')).toContain('10:00')
    expect(await times('2030-09-18')).toEqual([])
    expect((await move('10:00', '2030-09-10')).status).toBe(200)
  })

  it.each([
    ['past', '09:00', '2030-03-03', 'appointment_date'],
    ['too far ahead', '09:00', '2030-09-03', 'appointment_date'],
    ['beside the half hours', '10:05', '2030-03-05', 'start_time'],
    ['when it is closed', '20:00', '2030-03-05', 'start_time'],
  ])('refuses a slot that is %s', async (_what, time, date, field) => {
    const { status, body } = await move(time, date)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]])
  })

  it('reports a blocked slot only as taken', async () => {
    const leave = {
      description: 'Secret leave',
      type: 'One Time',
      startDateTime: '2030-03-05T13:00:00+01:00',
      endDateTime: '2030-03-05T14:00:00+01:00',
      location: 'fct',
    }
    expect((await clinic.call('POST', '/api/blockers', leave, bearer)).status).toBe(201)
    const answer = await move('13:00')
    expect(answer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    expect(answer.body.data).toBeUndefined()
    expect(await times('2030-03-05')).not.toContain('13:00')
  })

  it('refuses a slot beside another appointment of the same person, without mentioning it', async () => {
    await booked({ start_time: '13:00' })
    const answer = await move('13:00')
    expect(answer).toMatchObject({ status: 409, body: { code: 'same_person_same_time' } })
    expect(answer.body.data).toBeUndefined()
  })
})

describe('two hours before', () => {
  const changes = [
    ['/confirm', {}],
    ['/cancel', {}],
    ['/call-me', {}],
    ['/move', { appointment_date: '2030-03-06', start_time: '10:00' }],
  ] as const

  it.each(changes)(
    'the change %s still works, and a minute later the patient has to call',
    async (path, body) => {
      at('08:01')
      const late = await call('POST', path, body)
      expect(late).toMatchObject({ status: 409, body: { code: 'visit_state', data: { canChange: false } } })
      at('08:00')
      expect((await call('POST', path, body)).status).toBe(200)
    },
  )

  it.each(changes)('the change %s is for the desk once the patient is there', async (path, body) => {
    at('07:30')
    await clinic.database.pool.query(`UPDATE appointments SET visit = 'arrived', arrived_at = $1`, [
      clinic.clock.now,
    ])
    expect(await call('POST', path, body)).toMatchObject({ status: 409, body: { code: 'visit_state' } })
  })
})

it('a change by the link publishes an event to those who watch the book', async () => {
  const seen: unknown[] = []
  const { events } = clinic
  const announced = events.announce
  events.announce = (event) => {
    seen.push(event)
    announced(event)
  }
  await call('POST', '/move', { appointment_date: '2030-03-05', start_time: '15:00' })
  expect(seen).toMatchObject([{ type: 'appointment', change: 'changed', id, location: 'fct', version: 2 }])
})
