import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import clinic from '../../clinic.config.ts'
import { BookAppointment } from '../../contract/booking.ts'
import { validBooking } from '../../tests/support/clinic.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { currentBlockers } from '../blockers/current.ts'
import { book } from './book.ts'
import { newBooking } from './new-booking.ts'

/*
 * What happens while another booking is under way: it is held open here, so that the order of events is certain.
 */
const now = new Date('2030-03-04T07:00:00+01:00')
const booking = (more: Partial<typeof validBooking> = {}, key: string = randomUUID()) =>
  newBooking(v.parse(BookAppointment, { ...validBooking, ...more }), key, clinic, now)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('TRUNCATE appointments, patients, idempotency_keys CASCADE')
})

/** Books and keeps the transaction open until `end` is asked for. */
async function underWay(asked: ReturnType<typeof booking>, openAppointmentsPerContact: number | null = null) {
  const client: PoolClient = await database.pool.connect()
  await client.query('BEGIN')
  const blockers = currentBlockers(database.pool, clinic)
  await book(asked, { pool: client, blockers, now, openAppointmentsPerContact })
  return async (end: 'COMMIT' | 'ROLLBACK') => {
    await client.query(end)
    client.release()
  }
}

/** Until some booking waits for another one's lock. */
async function someoneWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await database.pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows[0].waiting
    })
    .toBe(1)
}

const attempt = (asked: ReturnType<typeof booking>, openAppointmentsPerContact: number | null = null) =>
  book(asked, {
    pool: database.pool,
    blockers: currentBlockers(database.pool, clinic),
    now,
    openAppointmentsPerContact,
  })

describe('while another booking is under way', () => {
  it('one of the same contact waits for it, so that the limit of open appointments holds', async () => {
    const end = await underWay(booking(), 1)
    const second = attempt(booking({ start_time: '11:00' }), 1)
    await someoneWaits()
    await end('COMMIT')
    expect(await second).toEqual({ kind: 'too_many_appointments' })
  })

  it('one of the same slot waits for it, and takes the slot when the first one fails', async () => {
    const end = await underWay(booking({ doctor_id: 'fct-musa' }))
    const second = attempt(booking({ doctor_id: 'fct-musa' }))
    await someoneWaits()
    await end('ROLLBACK')
    expect(await second).toMatchObject({ kind: 'booked' })
  })

  it('its twin waits for it and is answered the same', async () => {
    const [first, twin] = [booking({}, 'the-same-key-twice'), booking({}, 'the-same-key-twice')]
    const end = await underWay(first)
    const second = attempt(twin)
    await someoneWaits()
    await end('COMMIT')
    expect(await second).toMatchObject({ kind: 'repeated' })
  })

  it('its twin gives up after five seconds, and nothing of it stays', async () => {
    const end = await underWay(booking({}, 'the-same-key-twice'))
    await expect(attempt(booking({}, 'the-same-key-twice'))).rejects.toMatchObject({ code: '55P03' })
    await end('ROLLBACK')
    const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM appointments')
    expect(rows).toEqual([{ n: 0 }])
  })
})
