import { randomBytes, randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { newReference } from '../../domain/reference.ts'
import { slotInterval } from '../../domain/slots.ts'
import { BOOK } from '../../server/appointments/booking-function.ts'
import { confirmationJobsFrom } from '../../server/jobs/index.ts'
import { barePool } from './bare-pool.ts'
import { benchClinic } from './clinic.ts'
import { ownNumber, type Slot } from './visitor.ts'

const APPOINTMENT = `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id,
    service_text, appointment_type, tariff, starts_at, ends_at, complaint)
  VALUES ($1, $2, $3, $4, true, 'lag', 'tooth-pain', 'Tooth Pain', 'consultation', null, $5, $6,
          'Pain in the lower left when I bite.') ON CONFLICT DO NOTHING`

/** What a booking writes: appointment, patient, key and confirmation job, in one statement. */
const ALL_ROWS = `WITH booked AS (${APPOINTMENT} RETURNING id), person AS (
    INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, gender, nationality,
                          address, age, age_given_on)
    SELECT $3, 'Ada', 'Obi', $7, $7, '0803 123 4567', '+2348031234567', 'female', 'nigeria', '... Lagos', 34,
           '2030-01-01' FROM booked
  ), claimed AS (
    INSERT INTO idempotency_keys (key, request_hash, answer)
    SELECT $8, 'pxy6dTrL8HnEPjuJQYGSVSLWkSyjIMBU1QKKWtUfM2Q', '{"reference": "ACDEFGHJ"}' FROM booked
  ), job AS (${confirmationJobsFrom('booked')})
  SELECT count(*) FROM booked`

/**
 * Two bare references for a booking, each as BEGIN, INSERT, COMMIT through the same driver on the same database; and the statement
 * that the server books with, without the server.
 */
export async function bareTransactions(databaseUrl: string, connections: number) {
  const pool = barePool(databaseUrl, connections)
  const patientId = randomUUID()
  await pool.query(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
     VALUES ($1, 'Bare', 'Reference', 'bare@example.com', 'bare@example.com', '08030000000', '... Lagos')`,
    [patientId],
  )
  async function inTransaction(insert: (client: PoolClient) => Promise<unknown>): Promise<void> {
    const client = await pool.connect()
    await client.query('BEGIN')
    await insert(client)
    await client.query('COMMIT')
    client.release()
  }
  return {
    /** The appointment alone, for a patient who is there already. */
    insertAlone: (slot: Slot) =>
      inTransaction((client) =>
        client.query({ name: 'bare-insert', text: APPOINTMENT, values: appointmentOf(slot, patientId) }),
      ),
    /** All the rows of a booking. */
    allRows: (slot: Slot) =>
      inTransaction((client) => {
        const values = [...appointmentOf(slot, randomUUID()), `ada.${randomUUID()}@example.com`, randomUUID()]
        return client.query({ name: 'bare-rows', text: ALL_ROWS, values })
      }),
    /** The booking's own statement, as the server sends it for a visitor: all the rows, and all that it looks for. */
    async statement(slot: Slot): Promise<void> {
      const { rows } = await pool.query(BOOK.call(visitorsBooking(slot)))
      if (rows[0].result !== 'booked') throw new Error(`The statement answered ${rows[0].result}.`)
    },
    end: () => pool.end(),
  }
}

function visitorsBooking({ date, time, doctorId }: Slot): Record<string, unknown> {
  const { start, end } = slotInterval(date, time, benchClinic.timeZone)
  const [email, phone, reference] = [
    `ada.${randomUUID()}@example.com`,
    ownNumber(),
    newReference(randomBytes),
  ]
  return {
    p_key: randomUUID(),
    p_request_hash: 'pxy6dTrL8HnEPjuJQYGSVSLWkSyjIMBU1QKKWtUfM2Q',
    p_answer: { reference },
    p_appointment_id: randomUUID(),
    p_reference: reference,
    p_doctor_ids: [doctorId],
    p_doctor_chosen: true,
    p_location: 'lag',
    p_service_id: 'tooth-pain',
    p_service_text: 'Tooth Pain',
    p_appointment_type: 'consultation',
    p_tariff: null,
    p_starts_at: new Date(start),
    p_ends_at: new Date(end),
    p_status: 'open',
    p_complaint: 'Pain in the lower left when I bite.',
    p_language: 'en',
    p_registered: false,
    p_patient_id: randomUUID(),
    p_first_name: 'Ada',
    p_last_name: 'Obi',
    p_email: email,
    p_email_key: email,
    p_phone: phone,
    p_phone_e164: `+234${phone.slice(1)}`,
    p_gender: 'female',
    p_nationality: 'nigeria',
    p_address: '... Lagos',
    p_age: 34,
    p_age_given_on: '2030-01-01',
    p_guardian: null,
    p_consent_text: null,
    p_open_limit: null,
    p_caller: null,
    p_proven: false,
    p_override: false,
    p_now: new Date(),
    p_blockers: null,
    p_booked_by: null,
    p_at_desk: false,
    p_channel: 'web',
    p_reachable: true,
    p_waiting_since: null,
    p_urgent: false,
    p_overrides: [],
    p_overridden_blockers: '[]',
    p_doctors: { [doctorId]: { id: doctorId, name: 'Dr. Okafor' } },
    p_tell_at: null,
    p_details: { location: 'lag' },
    p_reason: null,
  }
}

function appointmentOf({ date, time, doctorId }: Slot, patientId: string): unknown[] {
  const { start, end } = slotInterval(date, time, benchClinic.timeZone)
  return [randomUUID(), randomUUID(), patientId, doctorId, new Date(start), new Date(end)]
}
