import clinicConfig from '../../clinic.config.ts'
import { barePool } from './stack.ts'

/** Every doctor's every slot, from 60 days ahead back through the years: a clinic that has run for long and is full. */
export async function storeAppointments(databaseUrl: string, stored: number): Promise<void> {
  const pool = barePool(databaseUrl, 1)
  await pool.query(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, address)
     SELECT gen_random_uuid(), 'Sample', 'Patient', 'sample@example.com', 'sample' || i || '@example.com', '08030000000', ''
     FROM generate_series(1, 1000) AS i`,
  )
  const doctors = clinicConfig.doctors.map(({ id }) => id)
  await pool.query(
    `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                               appointment_type, starts_at, ends_at, status)
     SELECT gen_random_uuid(), 'S' || i, (SELECT id FROM patients LIMIT 1), doctor, false,
            split_part(doctor, '-', 1), 'Tooth Pain', 'consultation', slot, slot + interval '30 minutes', 'confirmed'
     FROM generate_series(0, $1 - 1) AS i,
          LATERAL (SELECT ($2::text[])[i % cardinality($2) + 1] AS doctor, i / cardinality($2) AS nth) AS d,
          LATERAL (SELECT date_trunc('day', now()) + interval '60 days' + interval '8 hours'
                          - (nth / 16) * interval '1 day' + (nth % 16) * interval '30 minutes' AS slot) AS s
     ON CONFLICT DO NOTHING`,
    [stored, doctors],
  )
  await pool.query('VACUUM ANALYZE')
  await pool.end()
}
