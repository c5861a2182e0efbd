import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

type Registered = {
  clinicId?: string
  rawId?: string
  title?: string
  firstName?: string
  middleName?: string
  lastName?: string
  /** Empty: the record has none. */
  email?: string
  /** In the form E.164; null: the record has none. */
  phone?: string | null
  /** 'YYYY-MM-DD' */
  birthDate?: string | null
}

let made = 0

/** Stores a registered patient as an import would. */
export async function storeRegistered(pool: Pick<Pool, 'query'>, options: Registered = {}) {
  made += 1
  const patient = {
    id: randomUUID(),
    clinicId: `CLN-${made}`,
    rawId: `R-00${made}`,
    title: '',
    firstName: 'ngozi',
    middleName: '',
    lastName: 'eze',
    email: 'ngozi.eze@example.com',
    phone: '+2348031234567' as string | null,
    birthDate: null as string | null,
    ...options,
  }
  await pool.query(
    `INSERT INTO patients (id, verified, clinic_id, raw_id, title, first_name, middle_name, last_name, email, email_key,
       phone, phone_e164, birth_date, gender, nationality, address)
     VALUES ($1, true, $2, $3, $4, $5, $6, $7, $8, lower($8), coalesce($9, ''), $9, $10, 'female', 'nigeria', '... Abuja')`,
    [
      patient.id,
      patient.clinicId,
      patient.rawId,
      patient.title,
      patient.firstName,
      patient.middleName,
      patient.lastName,
      patient.email,
      patient.phone,
      patient.birthDate,
    ],
  )
  return patient
}
