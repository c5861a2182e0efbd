import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { addDays, clinicDate } from '../domain/clinic-time.ts'
import { type Interval, slotInterval, slotTimes } from '../domain/slots.ts'
import { confirmationJobsFrom } from '../server/jobs/index.ts'
import { ask } from './support/ask.ts'
import { benchClinic } from './support/clinic.ts'
import { type Measured, measure, median } from './support/load.ts'
import { barePool, PORTAL_HEADERS, type Stack } from './support/stack.ts'

const CONNECTIONS = 10
const SECONDS = 5
const ROUNDS = 3

/** Bookings beside two bare references: the INSERT of the appointment alone, and all the rows of a booking. */
export type BookingFigures = { booking: Measured; bareInsert: Measured; bareRows: Measured }

/**
 * POST /appointments/book, confirmation job included, in turns with bare transactions (BEGIN, INSERT, COMMIT)
 * through the same driver on the same database.
 */
export async function benchBooking(stack: Stack): Promise<BookingFigures> {
  const slots = allSlots()
  const pool = barePool(stack.databaseUrl, CONNECTIONS)
  const patientId = randomUUID()
  await pool.query(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
     VALUES ($1, 'Bare', 'Reference', 'bare@example.com', 'bare@example.com', '08030000000', '... Lagos')`,
    [patientId],
  )
  const load = (work: () => Promise<void>) => measure({ connections: CONNECTIONS, seconds: SECONDS, work })
  const runs: BookingFigures[] = []
  for (let round = 0; round < ROUNDS; round++) {
    runs.push({
      bareInsert: await load(() =>
        inTransaction(pool, (client) => insertOne(client, patientId, next(slots))),
      ),
      bareRows: await load(() => inTransaction(pool, (client) => insertRows(client, next(slots)))),
      booking: await load(() => bookOne(stack, next(slots))),
    })
  }
  await pool.end()
  return {
    booking: median(runs.map((run) => run.booking)),
    bareInsert: median(runs.map((run) => run.bareInsert)),
    bareRows: median(runs.map((run) => run.bareRows)),
  }
}

type Slot = { doctorId: string; date: string; time: string }

async function inTransaction(pool: Pool, insert: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  await client.query('BEGIN')
  await insert(client)
  await client.query('COMMIT')
  client.release()
}

const APPOINTMENT = `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id,
    service_text, appointment_type, tariff, starts_at, ends_at, complaint)
  VALUES ($1, $2, $3, $4, true, 'lag', 'tooth-pain', 'Tooth Pain', 'consultation', null, $5, $6,
          'Pain in the lower left when I bite.') ON CONFLICT DO NOTHING`

const appointmentOf = (slot: Slot, patientId: string) => {
  const { start, end }: Interval = slotInterval(slot.date, slot.time, benchClinic.timeZone)
  return [randomUUID(), randomUUID(), patientId, slot.doctorId, new Date(start), new Date(end)]
}

/** The appointment alone, for a patient who is there already. */
function insertOne(client: PoolClient, patientId: string, slot: Slot): Promise<unknown> {
  return client.query({ name: 'bare-insert', text: APPOINTMENT, values: appointmentOf(slot, patientId) })
}

/** What a booking writes: appointment, patient, key and confirmation job, in one statement. */
function insertRows(client: PoolClient, slot: Slot): Promise<unknown> {
  const email = `ada.${randomUUID()}@example.com`
  return client.query({
    name: 'bare-rows',
    text: `WITH booked AS (${APPOINTMENT} RETURNING id), person AS (
             INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, gender, nationality,
                                   address, age, age_given_on)
             SELECT $3, 'Ada', 'Obi', $7, $7, '0803 123 4567', '+2348031234567', 'female', 'nigeria', '... Lagos', 34,
                    '2030-01-01' FROM booked
           ), claimed AS (
             INSERT INTO idempotency_keys (key, request_hash, answer)
             SELECT $8, 'pxy6dTrL8HnEPjuJQYGSVSLWkSyjIMBU1QKKWtUfM2Q', '{"reference": "ACDEFGHJ"}' FROM booked
           ), job AS (${confirmationJobsFrom('booked')})
           SELECT count(*) FROM booked`,
    values: [...appointmentOf(slot, randomUUID()), email, randomUUID()],
  })
}

export async function bookOne(stack: Stack, { doctorId, date, time }: Slot): Promise<void> {
  const { status, text } = await ask(stack.http, {
    method: 'POST',
    path: '/api/appointments/book',
    headers: { ...PORTAL_HEADERS, 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      surname: 'Ada',
      other_names: 'Obi',
      email: `ada.${randomUUID()}@example.com`,
      phone_number: '0803 123 4567',
      age: 34,
      gender: 'female',
      nationality: 'nigeria',
      location: 'lag',
      appointmentType: 'consultation',
      service_id: 'tooth-pain',
      serviceText: 'Tooth Pain',
      doctor_id: doctorId,
      appointment_date: date,
      start_time: time,
      duration: 30,
      duration_type: 'm',
      description: 'Pain in the lower left when I bite.',
    }),
  })
  if (status !== 201) throw new Error(`booking answered ${status}: ${text}`)
}

export function next(slots: Iterator<Slot>): Slot {
  const { value, done } = slots.next()
  if (done) throw new Error('the bench ran out of slots')
  return value
}

/** Every slot of every bench doctor from tomorrow on, the doctors in turn, so that a load spreads over them. */
export function* allSlots(): Generator<Slot> {
  const today = clinicDate(new Date(), benchClinic.timeZone)
  const hours = benchClinic.locations.find(({ code }) => code === 'lag')?.openingHours ?? []
  const doctors = benchClinic.doctors.filter(({ id }) => id.startsWith('bench-'))
  for (let day = 1; day < benchClinic.booking.horizonDays; day++) {
    const date = addDays(today, day)
    for (const time of slotTimes(hours, date)) {
      for (const { id } of doctors) yield { doctorId: id, date, time }
    }
  }
}
