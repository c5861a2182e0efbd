import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { BookAppointment, BookForPatient } from '../../../contract/booking.ts'
import { FULL_REACH } from '../../../domain/rights.ts'
import { validBooking } from '../../../tests/support/clinic.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { storeRegistered } from '../../../tests/support/registered-patient.ts'
import { storeStaff } from '../../../tests/support/staff.ts'
import { currentBlockers } from '../blocked/current.ts'
import { createBlocker } from '../blockers/repository.ts'
import { book } from './book.ts'
import { newBooking } from './new-booking.ts'

/*
 * Events during another booking, or while a blocker is being saved: the first of them is kept open here, so that the
 * order of events is certain.
 */
const now = new Date('2030-03-04T07:00:00+01:00')
const booking = (more: Partial<typeof validBooking> = {}, key: string = randomUUID()) =>
  newBooking(
    { by: 'visitor', request: v.parse(BookAppointment, { ...validBooking, ...more }) },
    key,
    clinic,
    now,
  )

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('TRUNCATE appointments, patients, idempotency_keys, blockers CASCADE')
})

/** Books and keeps the transaction open until `end` is asked for. */
async function underWay(asked: ReturnType<typeof booking>, openAppointmentsPerContact: number | null = null) {
  const client: PoolClient = await database.pool.connect()
  await client.query('BEGIN')
  const blockers = currentBlockers(database.pool, clinic)
  await book(asked, {
    pool: client,
    blockers,
    now,
    openAppointmentsPerContact,
    caller: 'here',
    isProven: false,
    clinic,
  })
  return async (end: 'COMMIT' | 'ROLLBACK') => {
    await client.query(end)
    client.release()
  }
}

/** Until so many bookings or blockers wait for another one's lock. */
async function someoneWaits(howMany = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows[0].waiting
    })
    .toBe(howMany)
}

const attempt = (asked: ReturnType<typeof booking>, openAppointmentsPerContact: number | null = null) =>
  book(asked, {
    pool: database.pool,
    blockers: currentBlockers(database.pool, clinic),
    now,
    openAppointmentsPerContact,
    caller: 'here',
    isProven: false,
    clinic,
  })

describe('during another booking', () => {
  it('a booking for the same contact waits, so that the limit of open appointments holds', async () => {
    const end = await underWay(booking(), 1)
    const second = attempt(booking({ start_time: '11:00' }), 1)
    await someoneWaits()
    await end('COMMIT')
    expect(await second).toEqual({ kind: 'proof_required' })
  })

  it('a booking of the same slot waits, and takes the slot when the first one fails', async () => {
    const end = await underWay(booking({ doctor_id: 'fct-musa' }))
    const second = attempt(booking({ doctor_id: 'fct-musa' }))
    await someoneWaits()
    await end('ROLLBACK')
    expect(await second).toMatchObject({ kind: 'booked' })
  })

  it('a booking for the same patient keeps the contact that the first filled in, and fills in the other', async () => {
    const { id } = await storeRegistered(database.pool, { email: '', phone: null })
    const record = { id, lacksEmail: true, lacksGuardian: false, lacksPhone: true }
    const ofPatient = (more: Partial<typeof validBooking>) =>
      newBooking(
        { by: 'patient', request: v.parse(BookForPatient, { ...validBooking, ...more }), record },
        randomUUID(),
        clinic,
        now,
      )
    const end = await underWay(ofPatient({ email: 'first@example.com', phone_number: '' }))
    const second = attempt(ofPatient({ email: 'second@example.com', start_time: '11:00' }))
    await someoneWaits()
    await end('COMMIT')
    expect(await second).toMatchObject({ kind: 'booked' })
    const { rows } = await database.pool.query('SELECT * FROM patients WHERE id = $1', [id])
    expect(rows).toMatchObject([
      { email: 'first@example.com', email_key: '', phone: validBooking.phone_number, phone_e164: null },
    ])
  })

  it('a duplicate waits and gets the same answer', async () => {
    const [first, twin] = [booking({}, 'the-same-key-twice'), booking({}, 'the-same-key-twice')]
    const end = await underWay(first)
    const second = attempt(twin)
    await someoneWaits()
    await end('COMMIT')
    expect(await second).toMatchObject({ kind: 'repeated' })
  })

  it('a duplicate gives up after five seconds, and leaves nothing behind', async () => {
    const end = await underWay(booking({}, 'the-same-key-twice'))
    await expect(attempt(booking({}, 'the-same-key-twice'))).rejects.toMatchObject({ code: '55P03' })
    await end('ROLLBACK')
    const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM appointments')
    expect(rows).toEqual([{ n: 0 }])
  })
})

describe('a blocker saved at the same instant as a booking', () => {
  /** Saves a blocker over the time of `booking()`. */
  async function saving() {
    const { id: staffId } = await storeStaff(database.pool, { username: randomUUID() })
    const oneTime = {
      description: 'Staff meeting',
      type: 'One Time' as const,
      startDateTime: new Date('2030-03-05T09:30:00+01:00'),
      endDateTime: new Date('2030-03-05T11:00:00+01:00'),
      recurringDays: [],
      recurringDates: [],
      selectedMonth: null,
      location: null,
      doctorId: null,
    }
    const locations = clinic.locations.map(({ code }) => code)
    return createBlocker(database.pool, oneTime, {
      staffId,
      locations,
      reach: FULL_REACH,
      now: new Date(),
      timeZone: 'Africa/Lagos',
    })
  }

  it('waits for a running booking, which stays', async () => {
    const end = await underWay(booking())
    const saved = saving()
    await someoneWaits()
    await end('COMMIT')
    await saved
    const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM appointments')
    expect(rows).toEqual([{ n: 1 }])
  })

  it('beats a booking that had found the slot free earlier and is stored later', async () => {
    const end = await underWay(booking({ start_time: '14:00', email: 'other@example.com' }))
    const saved = saving()
    await someoneWaits()
    // It has seen no blocker over its time, and now waits behind the one that is being saved.
    const second = attempt(booking())
    await someoneWaits(2)
    await end('COMMIT')
    await saved
    expect(await second).toEqual({ kind: 'slot_taken' })
  })
})
