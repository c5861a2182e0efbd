import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect } from 'vitest'
import clinicConfig from '../../../clinic.config.ts'
import { startClinic, type TestOptions } from '../../../tests/support/clinic.ts'
import { createPool } from '../../platform/db/pool.ts'
import { BOOKING_CONNECTIONS } from '../../start.ts'
import { currentBlockers } from '../blocked/current.ts'
import { type ClaimOutcome, claimOffer } from './offers.ts'
import { offerFreedTimes } from './sweep.ts'

type Clinic = Awaited<ReturnType<typeof startClinic>>

/** An offer as the database has it. */
export type StoredOffer = {
  id: string
  entryId: string
  appointmentId: string | null
  doctorId: string
  startsAt: Date
  claimedAt: Date | null
}

/**
 * A clinic for each test with a waiting list. It is Monday 4 March 2030, 08:00 in the clinic; its appointments are at
 * Abuja, with Dr. Musa, Dr. Okafor and Dr. Danjuma.
 */
export function clinicWithWaiting(options: TestOptions = {}) {
  let clinic: Clinic
  let bookingPool: ReturnType<typeof createPool>
  let bearer: { authorization: string }
  beforeEach(async () => {
    clinic = await startClinic({ now: '2030-03-04T08:00:00+01:00', ...options })
    bookingPool = createPool(clinic.database.url, BOOKING_CONNECTIONS)
    bearer = (await clinic.signedIn({ username: 'desk', type: 'reception', locations: ['fct'] })).bearer
  })
  afterEach(async () => {
    await bookingPool.end()
    await clinic[Symbol.asyncDispose]()
  })

  let people = 0
  const facts = { ...clinicConfig, ...options.clinic }
  const at = {
    get clinic() {
      return clinic
    },
    get bearer() {
      return bearer
    },
    now: (time: string, day = '04') => {
      clinic.clock.now = new Date(`2030-03-${day}T${time}:00+01:00`)
    },
    rows: async <T = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await clinic.database.pool.query(text, values)).rows,
    /** A new patient books with Dr. Musa. @returns the appointment's id */
    async visit(date: string, start_time: string, more: object = {}): Promise<string> {
      people += 1
      const person = {
        email: `p${people}@example.com`,
        phone_number: `0803123${String(people).padStart(4, '0')}`,
      }
      const { status, body } = await clinic.book({
        doctor_id: 'fct-musa',
        ...person,
        appointment_date: `2030-03-${date}`,
        start_time,
        ...more,
      })
      if (status !== 201) throw new Error(`not booked: ${status} ${JSON.stringify(body)}`)
      const { reference } = body.data as { reference: string }
      const [row] = await at.rows<{ id: string }>('SELECT id FROM appointments WHERE reference = $1', [
        reference,
      ])
      return row?.id ?? ''
    },
    wait: (body: object) => clinic.call('POST', '/api/waiting-list', body, bearer),
    /** A call of the desk. */
    desk: (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      clinic.call(method, `/api/waiting-list${path}`, body, { ...bearer, ...headers }),
    /** Adds the patient of each of these appointments to the waiting list, in this order. */
    async waitFor(...appointments: string[]) {
      for (const appointment of appointments) {
        clinic.clock.now = new Date(clinic.clock.now.getTime() + 1_000)
        const { status } = await at.wait({ appointment })
        if (status !== 201) throw new Error(`does not wait: ${status}`)
      }
    },
    async cancel(id: string) {
      const { status } = await clinic.call(
        'PATCH',
        `/api/appointments/${id}`,
        { status: 'cancelled' },
        bearer,
      )
      if (status !== 200) throw new Error(`not cancelled: ${status}`)
    },
    /** The desk signs in again, as after a night. */
    async signIn() {
      bearer = (
        await clinic.signedIn({
          username: `desk-${randomUUID().slice(0, 8)}`,
          type: 'reception',
          locations: ['fct'],
        })
      ).bearer
    },
    parts: () => {
      const { pool } = clinic.database
      return { pool, bookingPool, blockers: currentBlockers(pool, facts), clinic: facts }
    },
    /** Sends due offers. @returns the recipients, by the appointment, or the entry where there is none, in order */
    async sweep(): Promise<StoredOffer[]> {
      await offerFreedTimes(at.parts(), clinic.clock.now)
      return at.offers()
    },
    offers: () =>
      at.rows<StoredOffer>(
        `SELECT o.id, o.entry_id AS "entryId", e.appointment_id AS "appointmentId", o.doctor_id AS "doctorId",
           o.starts_at AS "startsAt", o.claimed_at AS "claimedAt"
         FROM offers o JOIN waiting_entries e ON e.id = o.entry_id ORDER BY o.created_at, e.created_at`,
      ),
    claim: ({ id, appointmentId }: StoredOffer): Promise<ClaimOutcome> => {
      const quiet = { totals: { forget() {} }, events: { announce() {} } }
      const whose = appointmentId === null ? { offerId: id } : { appointmentId }
      return claimOffer({ ...at.parts(), ...quiet }, id, whose, clinic.clock.now)
    },
  }
  return at
}

/** The appointments of three patients before each race. */
const LATE = ['09:00', '09:30', '10:00']

/** Lets three people claim one freed slot at once, again and again. */
export async function races(at: ReturnType<typeof clinicWithWaiting>, rounds: number): Promise<void> {
  const waiting: string[] = []
  for (const time of LATE) waiting.push(await at.visit('29', time))
  for (let round = 0; round < rounds; round++) {
    for (const table of ['waiting_entries', 'freed_times']) await at.rows(`DELETE FROM ${table}`)
    await at.rows(`DELETE FROM appointments WHERE status = 'cancelled'`)
    // Moves them back after the last race.
    for (const [i, id] of waiting.entries()) {
      await at.rows(
        `UPDATE appointments SET starts_at = $2, ends_at = $2::timestamptz + interval '30 minutes', doctor_id = 'fct-musa' WHERE id = $1`,
        [id, new Date(`2030-03-29T${LATE[i]}:00+01:00`)],
      )
    }
    await at.waitFor(...waiting)
    await at.cancel(await at.visit('05', '13:00'))
    const offers = await at.sweep()
    expect(offers).toHaveLength(3)
    const outcomes = await Promise.all(offers.map((offer) => at.claim(offer)))
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['claimed', 'gone', 'gone'])
    const there = await at.rows('SELECT id FROM appointments WHERE starts_at = $1 AND takes_time', [
      new Date('2030-03-05T13:00:00+01:00'),
    ])
    const claimed = (await at.offers()).filter(({ claimedAt }) => claimedAt !== null)
    expect(claimed.map(({ appointmentId }) => ({ id: appointmentId }))).toEqual(there)
  }
}
