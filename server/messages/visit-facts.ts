import type { Pool } from 'pg'
import type { LanguageCode } from '../../domain/languages.ts'
import type { AppointmentFacts } from '../mail/appointment-mail.ts'

/** What a patient was last told of an appointment. */
export type Told = { startsAt: Date; endsAt: Date; location: string; doctorId: string }

/** A visit as a message finds it. */
export type StoredFacts = Pick<AppointmentFacts, 'appointment' | 'doctor'> & {
  status: string
  /** Null: nothing yet. */
  told: Told | null
  /** When the last change is due to be told. */
  tellAt: Date | null
  reachable: boolean
  channel: string
  /** Whether there is no time for it yet. */
  isWaiting: boolean
  doctorId: string
  cancelReason: string | null
  language: LanguageCode
  patient: AppointmentFacts['patient'] & { phone: string; phoneE164: string | null }
}

/** What was sent is what was read, whatever has happened to the appointment since. */
export async function noteTold(
  pool: Pick<Pool, 'query'>,
  { appointment: { id, startsAt, endsAt, location }, doctorId }: StoredFacts,
): Promise<void> {
  const told: Told = { startsAt, endsAt, location, doctorId }
  await pool.query('UPDATE appointments SET told = $2 WHERE id = $1', [id, JSON.stringify(told)])
}

type FactsRow = Omit<StoredFacts, 'appointment' | 'patient' | 'doctor' | 'told'> &
  StoredFacts['appointment'] &
  StoredFacts['patient'] & {
    doctorChosen: boolean
    doctorName: string
    told: (Omit<Told, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string }) | null
  }

/** @returns null: there is no such visit any more */
export async function loadVisit(
  pool: Pick<Pool, 'query'>,
  appointmentId: string,
): Promise<StoredFacts | null> {
  const { rows } = await pool.query<FactsRow>(
    `SELECT a.status, a.cancel_reason AS "cancelReason", a.language, a.told, a.tell_at AS "tellAt", a.reachable, a.channel,
            a.waiting_since IS NOT NULL AS "isWaiting", a.doctor_id AS "doctorId",
            a.id, a.reference, a.version, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.location,
            a.service_text AS "serviceText", a.doctor_chosen AS "doctorChosen", d.name AS "doctorName",
            p.first_name AS "firstName", p.email, p.phone, p.phone_e164 AS "phoneE164"
     FROM appointments a JOIN patients p ON p.id = a.patient_id JOIN doctors d ON d.id = a.doctor_id
     WHERE a.id = $1`,
    [appointmentId],
  )
  const [row] = rows
  if (!row) return null
  const {
    status,
    cancelReason,
    language,
    told,
    tellAt,
    reachable,
    channel,
    isWaiting,
    doctorId,
    doctorChosen,
    doctorName,
    firstName,
    email,
    phone,
    phoneE164,
    ...appointment
  } = row
  return {
    status,
    cancelReason,
    language,
    told: told && { ...told, startsAt: new Date(told.startsAt), endsAt: new Date(told.endsAt) },
    tellAt,
    reachable,
    channel,
    isWaiting,
    doctorId,
    appointment,
    patient: { firstName, email, phone, phoneE164 },
    // An assigned doctor may still change, and was not requested.
    doctor: doctorChosen ? { name: doctorName } : null,
  }
}
