import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Appointment,
  type AppointmentDetails,
  OVERRIDABLE,
  type Overridable,
  type SamePerson,
  type TimeConflict,
} from '../../contract/appointments.ts'
import { clinicWithDesk } from './desk.fixture.ts'

const desk = clinicWithDesk()
const { blocker } = desk

describe('a move', () => {
  it('takes a visit to another time, with the same reference, a version more and its ends in the history', async () => {
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

  it('changes the length, and the doctor that is named', async () => {
    const id = await desk.web()
    expect(await desk.move(id, { start_time: '10:00', duration: 55 })).toMatchObject({
      body: { data: { duration: 55, end: '2030-03-05T10:55:00+01:00', doctor: { id: 'fct-musa' } } },
    })
    expect(await desk.move(id, { start_time: '10:00', doctor: 'fct-okafor' })).toMatchObject({
      body: { data: { duration: 55, doctor: { id: 'fct-okafor' }, moved: 2, version: 3 } },
    })
  })

  it('forgets that the patient had confirmed the old time', async () => {
    const id = await desk.web()
    await desk.clinic.database.pool.query('UPDATE appointments SET patient_confirmed_at = now()')
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt: expect.any(String) })
    await desk.move(id, { start_time: '11:00' })
    expect(await desk.row(id)).toMatchObject({ patientConfirmedAt: null })
  })

  it('keeps a chosen doctor, and goes to another one where nobody was chosen', async () => {
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

  it('changes nothing where the visit is already', async () => {
    const id = await desk.web()
    expect(await desk.move(id, { start_time: '10:00' })).toMatchObject({
      status: 200,
      body: { data: { version: 1, moved: 0 } },
    })
  })

  it('onto a time that is taken says who has it and what is free nearby', async () => {
    const other = await desk.web({ start_time: '11:00' })
    const id = await desk.web()
    const answer = await desk.move(id, { start_time: '10:50' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'slot_taken' } })
    const { nearest, takenBy } = answer.body.data as TimeConflict
    expect(takenBy.map((row) => row.id)).toEqual([other])
    // Its own time does not count as taken, and is none to move to.
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
        start_time: '09:55',
        doctor: { id: 'fct-musa', name: 'Dr. Ibrahim Musa' },
      },
    ])
    const free = nearest[0]!
    expect(await desk.move(id, { start_time: free.start_time })).toMatchObject({ status: 200 })
  })

  it('by a lost answer gives its first answer again, whatever has happened since', async () => {
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

  it('of a version that has changed since is refused, and of whichever without one is not', async () => {
    const id = await desk.web()
    await desk.change(id, { isOpen: false })
    expect(await desk.move(id, { start_time: '11:00' }, { 'if-match': '1' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', data: { version: 2 } },
    })
    expect(await desk.move(id, { start_time: '11:00' })).toMatchObject({ status: 200 })
  })

  it('is for visits of which nothing has become', async () => {
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
  ])('to %o asks for an override, which goes over hours and blockers and is audited', async (to, because) => {
    await blocker('12:00', '13:00')
    const id = await desk.web()
    const refused = await desk.move(id, to)
    expect(refused).toMatchObject({ status: 409, body: { code: 'override_needed', data: { because } } })
    expect((refused.body.data as TimeConflict).nearest).toHaveLength(3)
    const override = { reason: 'She has come from far.', over: [because] as Overridable[] }
    const move = { appointment_date: '2030-03-05', ...to }
    expect(await desk.change(id, { move, override })).toMatchObject({
      status: 200,
      // The desk knew of the blocker: nobody has to call.
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
  ])('to %s asks anew where the override was for %j', async (start_time, over, code, because) => {
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

  it('never goes over another visit, whatever the reason', async () => {
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

  it('beside another visit of the same person is told, and done with an override', async () => {
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
    [{ start_time: '11:02' }, 'move'],
    [{ start_time: '11:00', duration: 7 }, 'move'],
    [{ appointment_date: '2030-03-03', start_time: '11:00' }, 'appointment_date'],
    [{ appointment_date: '2039-03-03', start_time: '11:00' }, 'appointment_date'],
    [{ start_time: '23:45' }, 'start_time'],
    [{ start_time: '11:00', doctor: 'lag-bello' }, 'doctor'],
    [{ start_time: '11:00', location: 'nowhere' }, 'location'],
  ])('%o is wrong in %s', async (to, field) => {
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

describe('moves at once', () => {
  it('and bookings into one time, sixty of them, let one have it', async () => {
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

  it('of two visits that swap places both end, and neither collides', async () => {
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
