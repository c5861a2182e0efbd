import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Appointment, AppointmentDetails } from '../../../contract/appointments.ts'
import { startClinic } from '../../../tests/support/clinic.ts'
import type { StaffOptions } from '../../../tests/support/staff.ts'

let clinic: Awaited<ReturnType<typeof startClinic>>
let admin: Awaited<ReturnType<typeof clinic.signedIn>>
beforeEach(async () => {
  clinic = await startClinic({ limits: true })
  admin = await clinic.signedIn({ username: 'boss' })
})
afterEach(() => clinic[Symbol.asyncDispose]())

const latest = async () => {
  const { body } = await clinic.call('POST', '/api/appointments/all', {}, admin.bearer)
  const [row] = body.data as Appointment[]
  const details = await clinic.call('GET', `/api/appointments/${row!.id}`, undefined, admin.bearer)
  return { row: row!, details: details.body.data as AppointmentDetails }
}

describe('the author of a booking', () => {
  it.each<StaffOptions>([
    { type: 'admin' },
    { type: 'reception', locations: ['fct'] },
    // They book as visitors do, and are named all the same.
    { type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' },
    { type: 'staff' },
  ])('of type $type is named in the row, in the history and in the audit trail', async (options) => {
    const eze = await clinic.signedIn({ username: 'eze', ...options })
    expect(await clinic.book({}, { token: eze.token })).toMatchObject({ status: 201 })
    const { row, details } = await latest()
    expect(row.bookedBy).toEqual({ id: eze.id, name: 'Dt. Ada Obi' })
    expect(details.history).toMatchObject([{ action: 'booked', by: 'Dt. Ada Obi' }])
    const { rows } = await clinic.database.pool.query(
      `SELECT staff_id AS by, subject_id AS subject FROM audit_log WHERE action = 'appointment.booked'`,
    )
    expect(rows).toEqual([{ by: eze.id, subject: row.id }])
  })

  it('is no staff member where a visitor booked', async () => {
    await clinic.book()
    const { row, details } = await latest()
    expect(row.bookedBy).toBeNull()
    expect(details.history).toMatchObject([{ action: 'booked', by: null }])
  })

  it('may retry after the session has ended, and gets the first answer', async () => {
    const { token } = await clinic.signedIn({ username: 'eze', type: 'reception', locations: ['fct'] })
    const key = randomUUID()
    const first = await clinic.book({}, { key, token })
    const second = await clinic.book({}, { key })
    expect([second.status, second.body.data]).toEqual([first.status, first.body.data])
    expect((await latest()).row.bookedBy).toMatchObject({ name: 'Dt. Ada Obi' })
  })
})

describe('the limits of visitors', () => {
  const TIMES = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
  const DATES = ['2030-03-05', '2030-03-06', '2030-03-07', '2030-03-08']
  const slots = DATES.flatMap((appointment_date) =>
    TIMES.map((start_time) => ({ appointment_date, start_time })),
  )

  // Before, the fourth of one contact and the 21st of an hour were 429.
  it('do not apply to the desk', async () => {
    const { token } = await clinic.signedIn({ username: 'eze', type: 'reception', locations: ['fct'] })
    for (const slot of slots.slice(0, 22)) {
      expect(await clinic.book(slot, { token })).toMatchObject({ status: 201 })
    }
  })

  it.each<StaffOptions>([
    { type: 'reception', locations: ['lag'] },
    { type: 'doctor', locations: ['fct'], doctorId: 'fct-musa' },
    { type: 'staff' },
  ])('apply to $type, who does not book at this desk', async (options) => {
    const { token } = await clinic.signedIn({ username: 'eze', ...options })
    for (const slot of slots.slice(0, 3)) await clinic.book(slot, { token })
    expect(await clinic.book(slots[3], { token })).toMatchObject({ status: 428 })
  })

  it('are separate for a desk, however many there are', async () => {
    const { token } = await clinic.signedIn({ username: 'eze', type: 'reception', locations: ['fct'] })
    const { pool } = clinic.database
    expect(await clinic.book(slots[0], { token })).toMatchObject({ status: 201 })
    await pool.query(`UPDATE rate_limits SET points = 300 WHERE key LIKE 'desk-booking-tries%'`)
    expect(await clinic.book(slots[1], { token })).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining("You've booked a lot of appointments") },
    })
    expect(await clinic.book(slots[1], { caller: '10.9.9.9' })).toMatchObject({ status: 201 })
  })
})
