import type { Pool } from 'pg'
import type { VerifiedPatient } from '../../../contract/one-time-codes.ts'
import { patientDisplayName } from '../../../domain/patient-name.ts'

/**
 * Context for reading a record: the clinic's day, 'YYYY-MM-DD', for the age; and `openAppointmentsPerContact`, null
 * where it is lifted.
 */
export type ReadingMoment = { now: Date; today: string; openLimit: number | null }

/** A registered patient's own view once verified; null for an unknown id. */
export async function readVerifiedPatient(
  db: Pick<Pool, 'query'>,
  id: string,
  { now, today, openLimit }: ReadingMoment,
): Promise<VerifiedPatient | null> {
  const { rows } = await db.query(
    `SELECT id, clinic_id, raw_id, title, first_name, last_name, middle_name, email, phone, gender, nationality,
       birth_date::text, address, guardian,
       -- As the booking function counts them (server/book/booking/book-appointment.sql).
       (SELECT count(*)::int FROM appointments a
        WHERE a.patient_id = patients.id AND a.status = 'open' AND a.starts_at > $2) AS open_appointments
     FROM patients WHERE id = $1 AND verified`,
    [id, now],
  )
  const [row] = rows
  if (!row) return null
  const name = {
    title: row.title,
    firstName: row.first_name,
    lastName: row.last_name,
    middleName: row.middle_name,
    rawId: row.raw_id,
  }
  return {
    ...name,
    id: row.id,
    emrId: row.clinic_id ?? '',
    displayName: patientDisplayName(name),
    email: row.email,
    phoneNumber: row.phone,
    gender: row.gender,
    nationality: row.nationality ?? '',
    birthDate: row.birth_date,
    age: row.birth_date === null ? null : wholeYears(row.birth_date, today),
    address: row.address,
    guardian: row.guardian,
    openAppointments: row.open_appointments,
    openLimit,
  }
}

/** Birthdays between two days 'YYYY-MM-DD'; people born on 29 February have theirs on 1 March in other years. */
export function wholeYears(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}
