import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import type { Appointment, SamePerson, TimeConflict } from '../../../contract/appointments.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { clinicWithDesk } from './desk.fixture.ts'

const [usual, ...others] = clinicConfig.services
const long = { ...usual!, minutes: 45 }
const desk = clinicWithDesk({ clinic: { services: [long, ...others] } })
const jobs = async () =>
  (
    await desk.clinic.database.pool.query(
      `SELECT name, data, start_after AS at FROM pgboss.job WHERE name IN ('confirmation-mail', 'appointment-told')`,
    )
  ).rows
const booked = async (more: object = {}) => {
  const answer = await desk.book(more)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data as Appointment
}

/** Searches as the desk does, which opens the record of a whole clinic id. */
const found = (search: string) => desk.clinic.call('POST', '/api/patients/search', { search }, desk.bearer)

describe('a booking at the desk', () => {
  it('is confirmed, on the grid of five minutes, named and answered as its row', async () => {
    const row = await booked({ start_time: '10:05', doctor: 'fct-musa', description: 'Broken tooth' })
    expect(row).toMatchObject({
      status: 'confirmed',
      isOpen: false,
      appointment_date: '2030-03-05T10:05:00+01:00',
      end: '2030-03-05T10:35:00+01:00',
      channel: 'phone',
      doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
      bookedBy: { name: 'Dt. Ada Obi' },
      serviceText: 'Consultation',
      description: 'Broken tooth',
      waiting: null,
      user: { location: 'fct', surname: 'Ngozi', other_names: 'Eze', email: '', phone_number: '08035550101' },
    })
    expect(await desk.row(row.id)).toMatchObject(row)
    const { rows } = await desk.clinic.database.pool.query(
      `SELECT details FROM audit_log WHERE action = 'appointment.booked' AND subject_id = $1`,
      [row.id],
    )
    expect(rows).toEqual([{ details: { location: 'fct', channel: 'phone' } }])
  })

  it('is announced to the patient a minute later, by the job of change notices', async () => {
    const { id } = await booked()
    expect(await jobs()).toEqual([
      {
        name: 'appointment-told',
        data: { kind: 'told', appointmentId: id, due: '2030-03-04T06:01:00+00:00' },
        at: new Date('2030-03-04T07:01:00+01:00'),
      },
    ])
  })

  it.each([
    ['cannot be reached', { reachable: false, patient: { firstName: 'Ngozi', lastName: 'Eze' } }],
    ['walks in', { channel: 'walk_in' }],
    [
      'comes within two hours',
      {
        appointment_date: '2030-03-04',
        start_time: '08:55',
        override: { reason: 'Early', over: ['closed'] },
      },
    ],
  ])('of a patient who %s is not announced', async (_, more) => {
    await booked(more)
    expect(await jobs()).toEqual([])
  })

  it('takes the minutes of its service, or the given ones', async () => {
    expect(await booked({ service: long.id })).toMatchObject({
      duration: 45,
      serviceText: long.name,
    })
    expect(await booked({ appointment_date: '2030-03-06', service: long.id, duration: 20 })).toMatchObject({
      duration: 20,
    })
  })

  it('is for a registered patient, or for an earlier visitor with the contact of that time', async () => {
    const { pool } = desk.clinic.database
    const { id } = await storeRegistered(pool, { clinicId: 'CL-1', rawId: '7' })
    await found('CL-1')
    const registered = await booked({ patient: { id } })
    expect(registered.user.displayName).toContain('(7)')
    await desk.web({ start_time: '12:00', email: 'ada@example.com' })
    const { rows } = await pool.query(`SELECT id FROM patients WHERE email = 'ada@example.com'`)
    const again = await booked({ start_time: '13:00', patient: { id: rows[0].id } })
    expect(again.user).toMatchObject({ surname: 'Ada', email: 'ada@example.com' })
    const records = await pool.query(
      `SELECT count(*)::int AS n FROM patients WHERE email = 'ada@example.com'`,
    )
    expect(records.rows[0].n).toBe(2)
  })

  it('is refused for an inaccessible record, until a search has found it', async () => {
    const { id } = await storeRegistered(desk.clinic.database.pool, { clinicId: 'CL-1' })
    const answer = await desk.book({ patient: { id } })
    expect(answer).toMatchObject({ status: 400, body: { errors: { patient: expect.any(String) } } })
    await found('CL-1')
    expect((await desk.book({ patient: { id } })).status).toBe(201)
  })

  it('sent twice is booked once', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await desk.book({}, headers)
    const again = await desk.book({}, headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await desk.clinic.count('appointments')).toBe(1)
    desk.at('12:00', '05')
    await desk.as({ type: 'reception', locations: ['fct'] })
    expect(await desk.book({ start_time: '11:00' }, headers)).toMatchObject({ body: { code: 'key_reused' } })
  })

  describe('as an offline request', () => {
    const writer = async () =>
      (
        await storeStaff(desk.clinic.database.pool, {
          username: 'writer',
          type: 'reception',
          locations: ['fct'],
        })
      ).id

    it('names its author beside its sender', async () => {
      const notedBy = await writer()
      const row = await booked({ notedBy })
      expect(row.bookedBy?.id).not.toBe(notedBy)
      const { rows } = await desk.clinic.database.pool.query(
        `SELECT staff_id = $2 AS "isSender", details FROM audit_log WHERE action = 'appointment.booked' AND subject_id = $1`,
        [row.id, row.bookedBy?.id],
      )
      expect(rows).toEqual([
        {
          isSender: true,
          details: { location: 'fct', channel: 'phone', notedBy, notedByName: 'Dt. Ada Obi' },
        },
      ])
    })

    it('is booked once, even if a colleague sends it again after a lost answer', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const notedBy = await writer()
      const first = await desk.book({ notedBy }, headers)
      desk.at('12:00', '05')
      await desk.as({ type: 'reception', locations: ['fct'] })
      const again = await desk.book({ notedBy }, headers)
      expect([again.status, again.body]).toEqual([201, first.body])
      expect(await desk.clinic.count('appointments')).toBe(1)
      expect(await desk.book({}, headers)).toMatchObject({ body: { code: 'key_reused' } })
    })

    it('is refused to staff of other locations, with or without the key', async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const notedBy = await writer()
      await desk.book({ notedBy }, headers)
      await desk.as({ type: 'reception', locations: ['lag'] })
      expect(await desk.book({ notedBy }, headers)).toMatchObject({ status: 403 })
    })

    it('is accepted from an author who has left, but not without an author', async () => {
      const notedBy = await writer()
      await desk.clinic.database.pool.query('UPDATE staff SET disabled_at = now() WHERE id = $1', [notedBy])
      expect((await desk.book({ notedBy })).status).toBe(201)
      for (const nobody of [randomUUID(), 'Ada', 7]) {
        expect(await desk.book({ start_time: '12:00', notedBy: nobody })).toMatchObject({
          status: 400,
          body: { errors: { notedBy: expect.any(String) } },
        })
      }
    })
  })

  it('at a taken time says who has it and what is near', async () => {
    const other = await desk.web()
    const answer = await desk.book({ doctor: 'fct-musa' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    const { nearest, takenBy } = answer.body.data as TimeConflict
    expect(takenBy.map(({ id }) => id)).toEqual([other])
    expect(nearest.map(({ start_time }) => start_time)).toEqual(['09:30', '10:30', '09:00'])
  })

  it('outside hours needs an override with a reason', async () => {
    expect(await desk.book({ start_time: '05:00' })).toMatchObject({
      status: 409,
      body: {
        code: 'override_needed',
        data: { because: 'closed', hours: [{ from: '09:00', to: '17:00' }], takenBy: [] },
      },
    })
    const override = { reason: 'Emergency', over: ['closed'] }
    const row = await booked({ start_time: '05:00', override })
    const { rows } = await desk.clinic.database.pool.query(
      `SELECT details, a.override_reasons AS reasons FROM audit_log JOIN appointments a ON a.id::text = subject_id
       WHERE action = 'appointment.booked' AND subject_id = $1`,
      [row.id],
    )
    expect(rows[0].details).toMatchObject({ overrides: ['closed'] })
    expect(JSON.stringify(rows[0].details)).not.toContain('Emergency')
    expect(rows[0].reasons).toEqual({ 1: 'Emergency' })
  })

  it('goes past a doctor on leave, and to them only with an override', async () => {
    await desk.clinic.database.pool.query(
      `WITH changed AS (UPDATE blocker_changes SET version = version + 1)
       INSERT INTO blockers (id, type, description, starts_at, ends_at, recurring_days, recurring_dates, doctor_id)
       VALUES (gen_random_uuid(), 'One Time', 'Leave', '2030-03-05T00:00:00+01:00', '2030-03-06T00:00:00+01:00', '{}', '{}',
               'fct-musa')`,
    )
    expect((await booked()).doctor.id).not.toBe('fct-musa')
    const answer = await desk.book({ start_time: '11:00', doctor: 'fct-musa' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'override_needed' } })
    const { because, blocker, nearest } = answer.body.data as TimeConflict
    expect(because).toBe('blocker')
    expect(blocker).toEqual({
      description: 'Leave',
      start: '2030-03-05T00:00:00+01:00',
      end: '2030-03-06T00:00:00+01:00',
      doctorId: 'fct-musa',
    })
    expect(nearest.map(({ appointment_date }) => appointment_date)).not.toContain('2030-03-05')
    const override = { reason: 'She comes in for it', over: ['blocker'] }
    const more = { start_time: '11:00', doctor: 'fct-musa', override }
    expect(await booked(more)).toMatchObject({ doctor: { id: 'fct-musa' }, blocked: false })
  })

  /** Closed until 9 on Tuesday, with a blocker until 10 and an appointment of the same person from 10:30 to 11. */
  it.each<[string, string, (readonly string[])[], 'override_needed' | 'same_person_same_time', string?]>([
    [
      'closed hours',
      '05:00',
      [[], ['blocker'], ['same_person'], ['blocker', 'same_person']],
      'override_needed',
      'closed',
    ],
    [
      'a blocker',
      '09:30',
      [[], ['closed'], ['same_person'], ['closed', 'same_person']],
      'override_needed',
      'blocker',
    ],
    [
      'a blocker in closed hours',
      '08:45',
      [['closed'], ['closed', 'same_person']],
      'override_needed',
      'blocker',
    ],
    ['closed hours with a blocker', '08:45', [['blocker']], 'override_needed', 'closed'],
    [
      'the same person',
      '10:30',
      [[], ['closed'], ['blocker'], ['closed', 'blocker']],
      'same_person_same_time',
    ],
  ])(
    'asks again where the override covered something else than %s',
    async (_, start_time, all, code, because) => {
      await desk.blocker('08:00', '10:00')
      await booked({ start_time: '10:30', doctor: 'fct-musa' })
      for (const over of all) {
        const override = { reason: 'The patient is in pain', over }
        const answer = await desk.book({ start_time, doctor: 'fct-okafor', override })
        expect([over, answer]).toMatchObject([over, { status: 409, body: { code } }])
        expect((answer.body.data as TimeConflict).because).toBe(because)
      }
      // A page of an earlier version names nothing.
      const unnamed = await desk.book({ start_time, doctor: 'fct-okafor', override: { reason: 'Pain' } })
      expect(unnamed).toMatchObject({ status: 409, body: { code } })
      const over = ['closed', 'blocker', 'same_person']
      await booked({ start_time, doctor: 'fct-okafor', override: { reason: 'Pain', over } })
    },
  )

  it.each([[['taken']], ['closed'], [[['closed']]], [['closed', 'closed', 'closed', 'closed']]])(
    'refuses %j as the scope of an override',
    async (over) => {
      const answer = await desk.book({ override: { reason: 'Pain', over } as never })
      expect(answer).toMatchObject({ status: 400 })
    },
  )

  it('for the same person at the same time needs an override', async () => {
    const first = await booked({ doctor: 'fct-musa' })
    const answer = await desk.book({ doctor: 'fct-okafor' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'same_person_same_time' } })
    expect((answer.body.data as SamePerson).samePerson.map(({ id }) => id)).toEqual([first.id])
    expect(
      await booked({ doctor: 'fct-okafor', override: { reason: 'Twins', over: ['same_person'] } }),
    ).toMatchObject({
      marks: ['same_person'],
    })
    // Two who cannot be reached share no contact.
    const nobody = { reachable: false, patient: { firstName: 'Eze', lastName: 'Eze' } }
    await booked({ ...nobody, start_time: '11:00', doctor: 'fct-musa' })
    expect(await booked({ ...nobody, start_time: '11:00', doctor: 'fct-okafor' })).toMatchObject({
      marks: [],
    })
  })

  it.each([
    ['start_time', { start_time: undefined, appointment_date: undefined }],
    ['start_time', { start_time: '10:02' }],
    ['start_time', { start_time: undefined, channel: 'walk_in' }],
    [
      'start_time',
      { start_time: undefined, channel: 'walk_in', urgent: true, appointment_date: '2020-01-01' },
    ],
    ['appointment_date', { appointment_date: '2030-03-03' }],
    ['duration', { duration: 33 }],
    ['channel', { channel: 'fax' }],
    ['doctor', { doctor: 'lag-bello' }],
    ['service', { service: 'nothing' }],
    ['patient', { patient: { id: randomUUID() } }],
    ['patient', { patient: { firstName: 'Ngozi', lastName: 'Eze' } }],
    ['location', { location: 'nowhere' }],
  ])('with a wrong %s is refused: %o', async (field, more) => {
    const answer = await desk.book(more)
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]])
  })
})

describe('a walk-in', () => {
  const walkIn = { channel: 'walk_in', appointment_date: undefined, start_time: undefined }

  it('gets the first gap of today that fits', async () => {
    desk.at('10:02')
    await desk.as({ type: 'reception', locations: ['fct'] })
    expect(await booked({ ...walkIn, doctor: 'fct-musa' })).toMatchObject({
      appointment_date: '2030-03-04T10:05:00+01:00',
      channel: 'walk_in',
      waiting: null,
    })
    expect(
      await booked({
        ...walkIn,
        doctor: 'fct-musa',
        patient: { firstName: 'Eze', lastName: 'Obi', phoneNumber: '08035550102' },
      }),
    ).toMatchObject({
      appointment_date: '2030-03-04T10:35:00+01:00',
    })
  })

  it('waits where there is none, holds no slot, and is seated by a move', async () => {
    desk.at('20:00')
    await desk.as({ type: 'reception', locations: ['fct'] })
    const waiting = await booked({ ...walkIn, urgent: true })
    expect(waiting).toMatchObject({ waiting: { since: '2030-03-04T20:00:00+01:00', urgent: true } })
    expect(
      await booked({ ...walkIn, patient: { firstName: 'Eze', lastName: 'Obi', phoneNumber: '08035550102' } }),
    ).toMatchObject({
      waiting: { urgent: false },
    })
    expect(await desk.collisions()).toBe(0)
    expect(await desk.change(waiting.id, { visit: 'arrived' })).toMatchObject({
      body: { code: 'visit_state' },
    })
    expect(await desk.move(waiting.id, { start_time: '09:00', doctor: 'fct-musa' })).toMatchObject({
      status: 200,
      body: {
        data: { waiting: null, appointment_date: '2030-03-05T09:00:00+01:00', doctor: { id: 'fct-musa' } },
      },
    })
  })
})

it('desk booking is for staff who may book at that desk', async () => {
  await desk.as({ type: 'reception', locations: ['lag'] })
  expect(await desk.book({})).toMatchObject({ status: 403 })
  await desk.as({ type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' })
  expect(await desk.book({})).toMatchObject({ status: 403 })
})

it('one of a hundred simultaneous bookings and moves into one slot wins', async () => {
  const moved = await Promise.all(
    ['09:00', '09:30', '10:30', '11:00'].flatMap((start_time) =>
      ['05', '06', '07', '11', '12'].map((day) =>
        desk.web({ start_time, appointment_date: `2030-03-${day}` }),
      ),
    ),
  )
  const time = { appointment_date: '2030-03-08', start_time: '10:00' }
  const phone = (kind: string, i: number) => `080${kind}123${String(i).padStart(4, '0')}`
  const forty = Array.from({ length: 40 }, (_, i) => i)
  const answers = await Promise.all([
    ...moved.map((id) => desk.move(id, { ...time, doctor: 'fct-musa' })),
    ...forty.map((i) =>
      desk.book({
        ...time,
        doctor: 'fct-musa',
        patient: { firstName: 'Ngozi', lastName: 'Eze', phoneNumber: phone('3', i) },
      }),
    ),
    ...forty.map((i) =>
      desk.clinic.book({
        ...time,
        doctor_id: 'fct-musa',
        email: `w${i}@example.com`,
        phone_number: phone('5', i),
      }),
    ),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  expect(await desk.collisions()).toBe(0)
})
