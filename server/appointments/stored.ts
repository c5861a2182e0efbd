import type { Appointment } from '../../contract/appointments.ts'
import { isoWithOffset } from '../../domain/clinic-time.ts'
import { type PatientName, patientDisplayName } from '../../domain/patient-name.ts'
import type { BlockersNow } from '../blockers/current.ts'
import { NAME_COLUMNS } from '../patients/name-columns.ts'

/** An appointment with its patient and doctor, as `STORED_COLUMNS` reads it. */
export type StoredAppointment = PatientName & {
  id: string
  reference: string
  startsAt: Date
  endsAt: Date
  /** Code of the location. */
  location: string
  status: Appointment['status']
  version: number
  serviceText: string
  complaint: string
  doctorId: string
  doctorName: string
  /** The patient's record is one of the clinic's own. */
  registered: boolean
  address: string
  email: string
  phone: string
}

/** To be selected from `appointments a`, with STORED_JOINS. */
export const STORED_COLUMNS = `a.id, a.reference, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.location, a.status,
  a.version, a.service_text AS "serviceText", a.complaint, a.doctor_id AS "doctorId", d.name AS "doctorName",
  ${NAME_COLUMNS}, p.verified AS registered, p.address, p.email, p.phone`
export const STORED_JOINS = `JOIN patients p ON p.id = a.patient_id JOIN doctors d ON d.id = a.doctor_id`

type Moment = { timeZone: string; blockers: BlockersNow; now: Date }

/** An appointment in the names of the wire (specification, section 3), with what holds for it at this moment. */
export function asAppointment(stored: StoredAppointment, { timeZone, blockers, now }: Moment): Appointment {
  const { id, reference, startsAt, location, status, version, serviceText, complaint } = stored
  return {
    id,
    reference,
    appointment_date: isoWithOffset(startsAt, timeZone),
    isOpen: status === 'open',
    status,
    version,
    // Nothing is booked under a blocker: one that it lies over was there before.
    blocked: status !== 'cancelled' && startsAt > now && blockers.cover(location, stored),
    serviceText,
    description: complaint,
    doctor: { id: stored.doctorId, name: stored.doctorName },
    user: {
      location,
      surname: stored.firstName,
      other_names: `${stored.lastName} ${stored.middleName}`.trim(),
      ...(stored.registered && { displayName: patientDisplayName(stored) }),
      address: stored.address,
      email: stored.email,
      phone_number: stored.phone,
    },
  }
}
