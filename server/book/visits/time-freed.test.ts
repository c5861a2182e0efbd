import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { timeFreed } from './time-freed.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
let bearer: { authorization: string }
beforeAll(async () => {
  clinic = await startClinic()
  bearer = (await clinic.signedIn()).bearer
})
afterAll(() => clinic[Symbol.asyncDispose]())
beforeEach(async () => {
  await clinic.database.pool.query('DELETE FROM freed_times')
  await clinic.database.pool.query('DELETE FROM appointments')
  await clinic.database.pool.query('DELETE FROM blockers')
})

/** On Tuesday 5 March 2030 at 10:00 with Dr. Musa. */
async function booked(more: object = {}): Promise<{ id: string; patientId: string }> {
  await clinic.book({ doctor_id: 'fct-musa', ...more })
  const { rows } = await clinic.database.pool.query(
    'SELECT id, patient_id AS "patientId" FROM appointments ORDER BY created_at DESC LIMIT 1',
  )
  return rows[0]
}

/** A person waits at Abuja for a slot from 4 to 8 March. */
async function waits(
  { id, patientId }: { id: string; patientId: string },
  more: Record<string, unknown> = {},
) {
  const values = { location: 'fct', from: '2030-03-04', to: '2030-03-08', endedAs: null, ...more }
  await clinic.database.pool.query(
    `INSERT INTO waiting_entries (appointment_id, patient_id, location, minutes, from_day, to_day, language, created_at,
       ended_at, ended_as)
     VALUES ($1, $2, $3, 30, $4, $5, 'en', now(), CASE WHEN $6::text IS NOT NULL THEN now() END, $6)`,
    [id, patientId, values.location, values.from, values.to, values.endedAs],
  )
}

const freed = async () => {
  const { rows } = await clinic.database.pool.query(
    `SELECT location, doctor_id AS "doctorId", starts_at AS "startsAt", ends_at AS "endsAt",
       freed_by AS "appointmentId" FROM freed_times ORDER BY starts_at, location`,
  )
  return rows
}
const change = (id: string, body: object) => clinic.call('PATCH', `/api/appointments/${id}`, body, bearer)
const at = (time: string, day = '05') => new Date(`2030-03-${day}T${time}:00+01:00`)
const TEN = { location: 'fct', doctorId: 'fct-musa', startsAt: at('10:00'), endsAt: at('10:30') }

describe('a freed slot is recorded where somebody waits', () => {
  it('by a cancellation', async () => {
    const { id } = await booked()
    await waits(await booked({ start_time: '11:00', appointment_date: '2030-03-06' }))
    expect(await change(id, { status: 'cancelled' })).toMatchObject({ status: 200 })
    expect(await freed()).toEqual([{ ...TEN, appointmentId: id }])
  })

  it('by a move, and by a shorter length', async () => {
    const { id } = await booked()
    await waits(await booked({ start_time: '11:00', appointment_date: '2030-03-06' }))
    const move = { appointment_date: '2030-03-07', start_time: '09:00' }
    expect(await change(id, { move })).toMatchObject({ status: 200 })
    expect(await freed()).toEqual([{ ...TEN, appointmentId: id }])
    expect(await change(id, { move: { ...move, duration: 15 } })).toMatchObject({ status: 200 })
    expect(await freed()).toHaveLength(2)
  })

  it('by deleting or changing a blocker of all locations', async () => {
    await waits(await booked({ start_time: '11:00', appointment_date: '2030-03-06' }))
    const blocker = {
      description: 'Leave',
      type: 'Weekly',
      startDateTime: '2030-03-04T09:00:00+01:00',
      endDateTime: '2030-03-04T12:00:00+01:00',
      recurringDays: [2],
      recurringDates: [],
      selectedMonth: null,
      doctorId: 'fct-musa',
    }
    const { body } = await clinic.call('POST', '/api/blockers', blocker, bearer)
    const { id } = body.data as { id: string }
    const put = await clinic.call('PUT', `/api/blockers/${id}`, { ...blocker, recurringDays: [3] }, bearer)
    expect(put).toMatchObject({ status: 200 })
    const morning = { location: 'fct', doctorId: 'fct-musa', appointmentId: null }
    expect(await freed()).toEqual([{ ...morning, startsAt: at('09:00'), endsAt: at('12:00') }])
    await clinic.call('DELETE', `/api/blockers/${id}`, undefined, bearer)
    expect((await freed())[1]).toEqual({ ...morning, startsAt: at('09:00', '06'), endsAt: at('12:00', '06') })
  })

  it.each([
    ['nobody', null],
    ['somebody at another location', { location: 'lag' }],
    ['somebody of another week', { from: '2030-03-12', to: '2030-03-20' }],
    ['somebody who no longer waits', { endedAs: 'withdrawn' }],
  ])('and not where %s waits', async (_, more) => {
    const { id } = await booked()
    if (more) await waits(await booked({ start_time: '11:00', appointment_date: '2030-03-06' }), more)
    await change(id, { status: 'cancelled' })
    expect(await freed()).toEqual([])
  })

  it('with its cause or not at all, and for later where requested', async () => {
    const entry = await booked({ start_time: '11:00', appointment_date: '2030-03-06' })
    await waits(entry)
    const { pool } = clinic.database
    const failed = inTransaction(pool, async (client) => {
      await timeFreed(client, { ...TEN, appointmentId: null })
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    expect(await freed()).toEqual([])
    await timeFreed(pool, { ...TEN, appointmentId: null, offeredFrom: at('08:15', '04') })
    const { rows } = await pool.query('SELECT due_at FROM freed_times')
    expect(rows).toEqual([{ due_at: at('08:15', '04') }])
  })
})
