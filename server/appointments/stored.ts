import type { Appointment } from '../../contract/appointments.ts'
import { isoWithOffset } from '../../domain/clinic-time.ts'
import { type PatientName, patientDisplayName } from '../../domain/patient-name.ts'
import { displayName, type NamedStaff } from '../../domain/staff.ts'
import type { BlockersNow } from '../blockers/current.ts'
import { NAME_COLUMNS } from '../patients/name-columns.ts'

/** A row of `STORED_COLUMNS`. */
export type StoredAppointment = PatientName & {
  id: string
  patientId: string
  reference: string
  startsAt: Date
  endsAt: Date
  location: string
  status: Appointment['status']
  version: number
  marks: Appointment['marks']
  serviceText: string
  complaint: string
  doctorId: string
  doctorName: string
  bookedBy: (NamedStaff & { id: string }) | null
  /** Whether the patient's record is the clinic's own. */
  registered: boolean
  address: string
  email: string
  phone: string
}

/** A staff member of `staff` by the names of the wire, as JSON. */
export const NAMED_STAFF = `jsonb_build_object('id', staff.id, 'surname', staff.surname, 'other_names', staff.other_names,
  'profession', staff.profession, 'job_title', staff.job_title, 'role', jsonb_build_object('slug', staff.role_slug))`

/** To be selected from `appointments a`, with STORED_JOINS. */
export const STORED_COLUMNS = `a.id, a.patient_id AS "patientId", a.reference, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.location, a.status,
  a.version, a.marks, a.service_text AS "serviceText", a.complaint, a.doctor_id AS "doctorId", d.name AS "doctorName",
  (SELECT ${NAMED_STAFF} FROM staff WHERE staff.id = a.booked_by) AS "bookedBy",
  ${NAME_COLUMNS}, p.verified AS registered, p.address, p.email, p.phone`
export const STORED_JOINS = `JOIN patients p ON p.id = a.patient_id JOIN doctors d ON d.id = a.doctor_id`

type Moment = { timeZone: string; blockers: BlockersNow; now: Date }

/** The wire form of an appointment (specification, section 3), with its state as of now. */
export function asAppointment(stored: StoredAppointment, { timeZone, blockers, now }: Moment): Appointment {
  const { id, reference, startsAt, endsAt, location, status, version, marks, serviceText, complaint } = stored
  return {
    id,
    reference,
    appointment_date: isoWithOffset(startsAt, timeZone),
    end: isoWithOffset(endsAt, timeZone),
    duration: (endsAt.getTime() - startsAt.getTime()) / 60_000,
    isOpen: status === 'open',
    status,
    version,
    // Bookings under a blocker are refused, so a blocked appointment is older than its blocker.
    blocked:
      status !== 'cancelled' &&
      startsAt > now &&
      (blockers.cover(location, stored) || blockers.isAway(stored.doctorId, location, stored)),
    marks,
    bookedBy: stored.bookedBy && { id: stored.bookedBy.id, name: displayName(stored.bookedBy) },
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
