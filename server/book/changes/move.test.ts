import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Appointment,
  type AppointmentDetails,
  OVERRIDABLE,
  type Overridable,
  type SamePerson,
  type TimeConflict,
} from '../../../contract/appointments.ts'
import { clinicWithDesk } from '../booking/desk.fixture.ts'

const desk = clinicWithDesk()
const { blocker } = desk

describe('a move', () => {
  it('takes an appointment to another time, with the same reference, a higher version and both times in the history', async () => {
    const id = await desk.web()
    const before = await desk.row(id)
    const answer = await desk.move(id, { start_time: '11:05' }, { 'if-match': '"1"' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          reference: before.reference,
          appointment_date: '2030-03-05T11:05:00+01:00',
          end: '2030-03-05T11:35:00+01:00',
          version: 2,
          moved: 1,
          status: 'open',
          doctor: { id: 'fct-musa' },
        },
      },
    })
    const details = (await desk.row(id)) as AppointmentDetails
    expect(details).toMatchObject(answer.body.data as Appointment)
    expect(details.history.at(-1)).toMatchObject({
      action: 'moved',
      by: 'Dt. Ada Obi',
      from: { appointment_date: '2030-03-05T10:00:00+01:00', location: 'fct', doctor: 'Dr. Ibrahim Musa' },
      to: { appointment_date: '2030-03-05T11:05:00+01:00', location: 'fct', doctor: 'Dr. Ibrahim Musa' },
    })
  })

  it('changes the length, and the named doctor', async () => {
    const id = await desk.web()
    expect(await desk.move(id, { start_time: '10:00', duration: 55 })).toMatchObject({
      body: { data: { duration: 55, end: '2030-03-05T10:55:00+01:00', doctor: { id: 'fct-musa' } } },
    })
    expect(await desk.move(id, { start_time: '10:00', doctor: 'fct-okafor' })).toMatchObject({
      body: { data: { duration: 55, doctor: { id: 'fct-okafor' }, moved: 2, version: 3 } },
    })
  })

  it('drops the patient’s confirmation of the old time', async () => {
    const id = await desk.web()
    await desk.clinic.database.pool.query('UPDATE appointments SET patient_confirmed_at = now()')
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt: expect.any(String) })
    await desk.move(id, { start_time: '11:00' })
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt: null })
  })

  it('keeps a chosen doctor, and takes another one where none was chosen', async () => {
    const other = await desk.web({ start_time: '11:00' })
    const chosen = await desk.web()
    expect(await desk.move(chosen, { start_time: '11:00' })).toMatchObject({ status: 409 })
    const any = await desk.web({ start_time: '12:00' })
    await desk.clinic.database.pool.query('UPDATE appointments SET doctor_chosen = false WHERE id = $1', [
      any,
    ])
    const { body } = await desk.move(any, { start_time: '11:00' })
    expect((body.data as Appointment).doctor.id).not.toBe('fct-musa')
    expect(await desk.row(other)).toMatchObject({ version: 1 })
  })

  it('to the same place changes nothing', async () => {
    const id = await desk.web()
    expect(await desk.move(id, { start_time: '10:00' })).toMatchObject({
      status: 200,
      body: { data: { version: 1, moved: 0 } },
    })
  })

  it('onto a taken time says who has it and what is free nearby', async () => {
    const other = await desk.web({ start_time: '11:00' })
    const id = await desk.web()
    const answer = await desk.move(id, { start_time: '10:50' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    const { nearest, takenBy } = answer.body.data as TimeConflict
    expect(takenBy.map((row) => row.id)).toEqual([other])
    // Its own time does not count as taken, and nothing that overlaps it is offered.
    expect(nearest).toEqual([
      {
        appointment_date: '2030-03-05',
        start_time: '10:30',
        doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
      },
      {
        appointment_date: '2030-03-05',
        start_time: '11:30',
        doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
      },
      {
        appointment_date: '2030-03-05',
        start_time: '12:00',
        doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
      },
    ])
    const free = nearest[0]!
    expect(await desk.move(id, { start_time: free.start_time })).toMatchObject({ status: 200 })
  })

  it('that is refused gets as an alternative a longer time that includes its own', async () => {
    await desk.web({ start_time: '10:30' })
    const id = await desk.web()
    const { body } = await desk.move(id, { start_time: '10:00', duration: 60 })
    expect((body.data as TimeConflict).nearest[0]).toMatchObject({ start_time: '09:30' })
  })

  it('that is refused gets as an alternative its own time with the requested other doctor', async () => {
    await desk.web({ start_time: '10:30', doctor_id: 'fct-okafor' })
    const id = await desk.web()
    const { body } = await desk.move(id, { start_time: '10:15', doctor: 'fct-okafor' })
    expect((body.data as TimeConflict).nearest[0]).toMatchObject({
      start_time: '10:00',
      doctor: { id: 'fct-okafor' },
    })
  })

  it('whose answer was lost gives its first answer again, whatever has happened since', async () => {
    const id = await desk.web()
    const headers = { 'idempotency-key': randomUUID(), 'if-match': '"1"' }
    const first = await desk.move(id, { start_time: '11:00' }, headers)
    await desk.change(id, { isOpen: false })
    const again = await desk.move(id, { start_time: '11:00' }, headers)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await desk.row(id)).toMatchObject({ version: 3, moved: 1 })
    expect(await desk.move(id, { start_time: '12:00' }, headers)).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
  })

  it('of a changed version is refused, and without a version is not', async () => {
    const id = await desk.web()
    await desk.change(id, { isOpen: false })
    expect(await desk.move(id, { start_time: '11:00' }, { 'if-match': '1' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', data: { version: 2 } },
    })
    expect(await desk.move(id, { start_time: '11:00' })).toMatchObject({ status: 200 })
  })

  it('is for appointments without a visit state', async () => {
    const id = await desk.web({ appointment_date: '2030-03-04' })
    desk.at('09:50')
    await desk.change(id, { visit: 'arrived' })
    expect(await desk.move(id, { start_time: '11:00' })).toMatchObject({
      status: 409,
      body: { code: 'visit_state', data: { visit: 'arrived' } },
    })
    await desk.change(id, { status: 'cancelled' })
    expect(await desk.move(id, { start_time: '11:00' })).toMatchObject({
      status: 409,
      body: { code: 'already_cancelled' },
    })
  })

  it.each([
    [{ start_time: '07:00' }, 'closed'],
    [{ start_time: '12:00' }, 'blocker'],
  ])('to %o asks for an override, which covers hours and blockers and is audited', async (to, because) => {
    await blocker('12:00', '13:00')
    const id = await desk.web()
    const refused = await desk.move(id, to)
    expect(refused).toMatchObject({ status: 409, body: { code: 'override_needed', data: { because } } })
    expect((refused.body.data as TimeConflict).nearest).toHaveLength(3)
    const override = { reason: 'She has come from far.', over: [because] as Overridable[] }
    const move = { appointment_date: '2030-03-05', ...to }
    expect(await desk.change(id, { move, override })).toMatchObject({
      status: 200,
      // The desk knew of the blocker: no call is needed.
      body: { data: { blocked: false, moved: 1 } },
    })
    const { rows } = await desk.clinic.database.pool.query(
      `SELECT details FROM audit_log WHERE action = 'appointment.moved'`,
    )
    expect(rows[0].details).toMatchObject({ overrides: [because] })
    expect(JSON.stringify(rows[0].details)).not.toContain('far')
    const { body } = await desk.clinic.call('GET', `/api/appointments/${id}`, undefined, desk.bearer)
    const { history } = body.data as AppointmentDetails
    expect(history.at(-1)).toMatchObject({ action: 'moved', reason: 'She has come from far.' })
  })

  it.each<[string, Overridable[], string, string?]>([
    ['07:00', ['blocker', 'same_person'], 'override_needed', 'closed'],
    ['12:30', ['closed', 'same_person'], 'override_needed', 'blocker'],
    ['15:15', ['closed', 'blocker'], 'same_person_same_time'],
  ])('to %s asks again where the override was for %j', async (start_time, over, code, because) => {
    await blocker('12:00', '13:00')
    const ada = { email: 'ada@example.com', phone_number: '08031234567' }
    await desk.web({ ...ada, start_time: '15:00', doctor_id: 'fct-okafor' })
    const id = await desk.web({ ...ada, doctor_id: 'fct-musa' })
    const move = { appointment_date: '2030-03-05', start_time }
    for (const named of [{ over }, { over: [] }, {}]) {
      const answer = await desk.change(id, { move, override: { reason: 'It was agreed', ...named } })
      expect(answer).toMatchObject({ status: 409, body: { code } })
      expect((answer.body.data as TimeConflict).because).toBe(because)
    }
    const override = { reason: 'It was agreed', over: [...OVERRIDABLE] }
    expect(await desk.change(id, { move, override })).toMatchObject({ status: 200 })
  })

  it('never replaces another appointment, whatever the reason', async () => {
    await desk.web({ start_time: '11:00' })
    const id = await desk.web()
    const move = { appointment_date: '2030-03-05', start_time: '11:00' }
    expect(
      await desk.change(id, { move, override: { reason: 'Please', over: [...OVERRIDABLE] } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'slot_taken' },
    })
  })

  it('beside another appointment of the same person is reported, and done with an override', async () => {
    const ada = { email: 'ada@example.com', phone_number: '08031234567' }
    const first = await desk.web({ ...ada, doctor_id: 'fct-okafor' })
    const second = await desk.web({ ...ada, start_time: '12:00' })
    const refused = await desk.move(second, { start_time: '10:15' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'same_person_same_time' } })
    expect((refused.body.data as SamePerson).samePerson.map(({ id }) => id)).toEqual([first])
    const move = { appointment_date: '2030-03-05', start_time: '10:15' }
    expect(
      await desk.change(second, { move, override: { reason: 'Two chairs', over: ['same_person'] } }),
    ).toMatchObject({
      status: 200,
      body: { data: { marks: ['same_person'] } },
    })
    expect(await desk.move(second, { start_time: '13:00' })).toMatchObject({ body: { data: { marks: [] } } })
  })

  it.each([
    [{ start_time: '11:02' }, 'start_time'],
    [{ start_time: '11:00', duration: 7 }, 'duration'],
    [{ appointment_date: '2030-03-03', start_time: '11:00' }, 'appointment_date'],
    [{ appointment_date: '2039-03-03', start_time: '11:00' }, 'appointment_date'],
    [{ start_time: '23:45' }, 'start_time'],
    [{ start_time: '11:00', doctor: 'lag-bello' }, 'doctor'],
    [{ start_time: '11:00', location: 'nowhere' }, 'location'],
  ])('with %o is refused at %s', async (to, field) => {
    const id = await desk.web()
    const answer = await desk.move(id, to)
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]])
  })

  it('to a location that is not one’s own is forbidden', async () => {
    const id = await desk.web()
    expect(await desk.move(id, { start_time: '11:00', location: 'lag' })).toMatchObject({ status: 403 })
    await desk.as({ type: 'manager', locations: ['fct', 'lag'] })
    const answer = await desk.move(id, { start_time: '11:00', location: 'lag' })
    expect(answer).toMatchObject({ status: 200, body: { data: { user: { location: 'lag' } } } })
  })
})

describe('undoing a move', () => {
  const REASON = 'She has come from far.'
  const TUESDAY = { appointment_date: '2030-03-05' }
  const ada = { email: 'ada@example.com', phone_number: '08031234567' }
  const BOLA = { firstName: 'Bola', lastName: 'Ade', phoneNumber: '08035550199' }
  /** Books by override, or without one, over existing obstacles. @returns the id */
  const booked = async (place: object, over?: Overridable[]) => {
    const { status, body } = await desk.book({
      ...TUESDAY,
      doctor: 'fct-musa',
      ...place,
      ...(over && { override: { reason: REASON, over } }),
    })
    expect(status).toBe(201)
    return (body.data as Appointment).id
  }
  const undo = (id: string, place: object, more: object = {}, headers: Record<string, string> = {}) =>
    desk.change(
      id,
      { move: { ...TUESDAY, doctor: 'fct-musa', ...place }, undo: true, ...more },
      { 'if-match': '"2"', ...headers },
    )
  const stored = async (id: string) => {
    const { rows } = await desk.clinic.database.pool.query(
      'SELECT overrides, override_reasons AS reasons, marks FROM appointments WHERE id = $1',
      [id],
    )
    return rows[0]
  }

  it.each<[string, object, Overridable, object]>([
    ['a blocker', { start_time: '12:00' }, 'blocker', {}],
    ['closed hours', { start_time: '07:00' }, 'closed', {}],
    // Its length alone was changed.
    ['a blocker, by its length', { start_time: '11:30', duration: 60 }, 'blocker', { duration: 30 }],
  ])('goes back over %s with the override that was there', async (_, place, over, to) => {
    await blocker('12:00', '13:00')
    const id = await booked(place, [over])
    expect(await desk.move(id, { start_time: '11:30', ...to })).toMatchObject({ status: 200 })
    expect(await stored(id)).toMatchObject({ overrides: [] })
    const answer = await undo(id, { duration: 30, ...place })
    expect(answer).toMatchObject({ status: 200, body: { data: { blocked: false, version: 3, moved: 2 } } })
    expect(await stored(id)).toMatchObject({ overrides: [over], reasons: { 1: REASON, 3: REASON } })
    const { history } = (await desk.row(id)) as AppointmentDetails
    expect(history.at(-1)).toMatchObject({ action: 'moved', undo: true, reason: REASON })
    expect(history.at(-2)).not.toHaveProperty('undo')
    const { rows } = await desk.clinic.database.pool.query(
      `SELECT details FROM audit_log WHERE action = 'appointment.moved' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows[0].details).toMatchObject({ undo: true, overrides: [over], version: 3 })
  })

  it.each(['first', 'second'] as const)(
    'goes back beside an appointment of the same person, of two the %s',
    async (which) => {
      const both = [
        await desk.web({ ...ada, doctor_id: 'fct-okafor' }),
        await desk.web({ ...ada, start_time: '11:00', doctor_id: 'fct-musa' }),
      ] as const
      const move = { ...TUESDAY, start_time: '10:15' }
      await desk.change(both[1], { move, override: { reason: REASON, over: ['same_person'] } })
      const [id, place] =
        which === 'first'
          ? [both[0], { start_time: '10:00', doctor: 'fct-okafor' }]
          : [both[1], { start_time: '10:15' }]
      const away = await desk.move(id, { start_time: '14:00' })
      const headers = { 'if-match': String((away.body.data as Appointment).version) }
      expect(await undo(id, place, {}, headers)).toMatchObject({
        status: 200,
        body: { data: { marks: ['same_person'] } },
      })
      const { history } = (await desk.row(id)) as AppointmentDetails
      expect(history.at(-1)?.reason).toBe(which === 'second' ? REASON : undefined)
    },
  )

  it('goes back under a blocker that is older than the move, with the same mark as before', async () => {
    const id = await booked({ start_time: '12:00' })
    await blocker('12:00', '13:00')
    expect(await desk.row(id)).toMatchObject({ blocked: true })
    await desk.move(id, { start_time: '11:00' })
    expect(await undo(id, { start_time: '12:00' })).toMatchObject({ body: { data: { blocked: true } } })
    expect(await stored(id)).toMatchObject({ overrides: [], reasons: {} })
  })

  it('goes back to a day in the past', async () => {
    const id = await booked({ start_time: '12:00' })
    desk.at('08:00', '06')
    await desk.as({ type: 'reception', locations: ['fct'] })
    await desk.move(id, { appointment_date: '2030-03-07', start_time: '11:00' })
    expect(await desk.move(id, { start_time: '12:00' })).toMatchObject({ status: 400 })
    expect(await undo(id, { start_time: '12:00' })).toMatchObject({ status: 200 })
  })

  const SINCE = [
    {
      what: 'a new leave',
      arise: () => leave('fct-musa', '12:00'),
      code: 'override_needed',
      // New obstacles are named, and confirmed ones are not.
      named: { because: 'blocker', blocker: { doctorId: 'fct-musa' } },
    },
    {
      what: 'a new blocker',
      arise: () => blocker('12:15', '12:20'),
      code: 'override_needed',
      named: { because: 'blocker', blocker: { start: '2030-03-05T12:15:00+01:00' } },
    },
    {
      what: 'an appointment of the same person',
      arise: () => booked({ start_time: '12:15', doctor: 'fct-okafor' }, ['blocker']),
      code: 'same_person_same_time',
      named: { samePerson: [{}] },
    },
  ]
  it.each(SINCE)('asks about $what that is new there', async ({ arise, code, named }) => {
    await blocker('12:00', '13:00')
    const id = await booked({ start_time: '12:00' }, ['blocker'])
    await desk.move(id, { start_time: '11:00' })
    await arise()
    expect(await undo(id, { start_time: '12:00' })).toMatchObject({
      status: 409,
      body: { code, data: named },
    })
    const override = { reason: 'Both agreed', over: ['blocker', 'same_person'] }
    expect(await undo(id, { start_time: '12:00' }, { override })).toMatchObject({ status: 200 })
    expect(await stored(id)).toMatchObject({ overrides: ['blocker'], reasons: { 3: 'Both agreed' } })
  })

  it('never replaces another appointment', async () => {
    await blocker('12:00', '13:00')
    const id = await booked({ start_time: '12:00' }, ['blocker'])
    await desk.move(id, { start_time: '11:00' })
    await booked({ start_time: '12:15', patient: BOLA }, ['blocker'])
    expect(await undo(id, { start_time: '12:00' })).toMatchObject({
      status: 409,
      body: { code: 'slot_taken' },
    })
  })

  it('asks about a blocker that was changed meanwhile', async () => {
    await blocker('12:00', '12:10')
    const id = await booked({ start_time: '12:00' }, ['blocker'])
    await desk.move(id, { start_time: '11:00' })
    await desk.clinic.database.pool.query(
      `WITH changed AS (UPDATE blocker_changes SET version = version + 1)
       UPDATE blockers SET ends_at = ends_at + interval '1 hour', version = version + 1`,
    )
    expect(await undo(id, { start_time: '12:00' })).toMatchObject({ status: 409 })
  })

  it('goes without a question only to the place of origin', async () => {
    await blocker('12:00', '13:00')
    const id = await booked({ start_time: '12:00' }, ['blocker'])
    await desk.move(id, { start_time: '11:00' })
    const elsewhere = [{ start_time: '12:30' }, { start_time: '12:00', duration: 40 }]
    for (const place of [...elsewhere, { start_time: '12:00', doctor: 'fct-okafor' }]) {
      expect(await undo(id, place)).toMatchObject({ status: 409, body: { code: 'override_needed' } })
    }
    // A plain move still asks.
    expect(await desk.move(id, { start_time: '12:00' })).toMatchObject({ status: 409 })
  })

  it('whose answer was lost gives its first answer again', async () => {
    await blocker('12:00', '13:00')
    const id = await booked({ start_time: '12:00' }, ['blocker'])
    await desk.move(id, { start_time: '11:00' })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await undo(id, { start_time: '12:00' }, {}, headers)
    const again = await undo(id, { start_time: '12:00' }, {}, headers)
    expect([again.status, again.body]).toEqual([200, first.body])
  })

  it('changes nothing else', async () => {
    const id = await booked({ start_time: '12:00' })
    expect(await desk.change(id, { isOpen: true, undo: true })).toMatchObject({ status: 400 })
  })

  const leave = (doctor: string, from: string) =>
    desk.clinic.database.pool.query(
      `WITH changed AS (UPDATE blocker_changes SET version = version + 1)
       INSERT INTO blockers (id, type, description, starts_at, ends_at, doctor_id, recurring_days, recurring_dates)
       VALUES (gen_random_uuid(), 'One Time', 'Leave', $1, $1::timestamptz + interval '1 hour', $2, '{}', '{}')`,
      [`2030-03-05T${from}:00+01:00`, doctor],
    )
})

describe('simultaneous moves', () => {
  it('and bookings into one slot, sixty of them, have one winner', async () => {
    const { pool } = desk.clinic.database
    const ids = await Promise.all(
      ['10:00', '10:30', '11:00', '11:30', '12:00', '12:30'].flatMap((start_time) =>
        ['2030-03-05', '2030-03-06', '2030-03-07', '2030-03-11', '2030-03-12'].map((appointment_date) =>
          desk.web({ start_time, appointment_date }),
        ),
      ),
    )
    const target = { appointment_date: '2030-03-08', start_time: '10:00' }
    const answers = await Promise.all([
      ...ids.map((id) => desk.move(id, target)),
      ...ids.map((_, i) =>
        desk.clinic.book({
          ...target,
          doctor_id: 'fct-musa',
          email: `w${i}@example.com`,
          phone_number: `0805123${String(i).padStart(4, '0')}`,
        }),
      ),
    ])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(ids.length * 2 - 1)
    expect(await desk.collisions()).toBe(0)
    const { rows } = await pool.query(
      `SELECT count(*)::int AS n FROM appointments WHERE starts_at = '2030-03-08T10:00:00+01:00'`,
    )
    expect(rows[0].n).toBe(1)
  })

  it('of two appointments that swap places both finish without a collision', async () => {
    const [one, other] = [await desk.web(), await desk.web({ start_time: '11:00' })]
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        desk.move(one, { start_time: '11:00' }),
        desk.move(other, { start_time: '10:00' }),
      ])
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409),
      ).toEqual([])
      expect(await desk.collisions()).toBe(0)
    }
  })
})
