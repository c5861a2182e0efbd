import { randomUUID } from 'node:crypto'
import { slotInterval } from '../../domain/slots.ts'
import { confirmationJobsFrom } from '../../server/messages/jobs/confirmation-job.ts'
import { barePool } from './bare-pool.ts'
import { benchClinic } from './clinic.ts'
import type { Slot } from './visitor.ts'

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

/** The bare reference of a booking: BEGIN, its rows, COMMIT, through the same driver on the same database. */
export function bareTransactions(databaseUrl: string, connections: number) {
  const pool = barePool(databaseUrl, connections)
  return {
    async book(slot: Slot): Promise<void> {
      const client = await pool.connect()
      await client.query('BEGIN')
      await client.query({ name: 'bare-rows', text: ALL_ROWS, values: valuesOf(slot) })
      await client.query('COMMIT')
      client.release()
    },
    end: () => pool.end(),
  }
}

function valuesOf({ date, time, doctorId }: Slot): unknown[] {
  const { start, end } = slotInterval(date, time, benchClinic.timeZone)
  return [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    doctorId,
    new Date(start),
    new Date(end),
    `ada.${randomUUID()}@example.com`,
    randomUUID(),
  ]
}
