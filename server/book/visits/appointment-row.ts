import type { Appointment } from '../../../contract/appointments.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { type PatientName, patientDisplayName } from '../../../domain/patient-name.ts'
import { displayName, type NamedStaff } from '../../../domain/staff.ts'
import { isLatePress, type PressTimes, VISIT_STATES, type Visit } from '../../../domain/visits.ts'
import { NAME_COLUMNS } from '../../patients/records/name-columns.ts'
import type { BlockersNow } from '../blocked/current.ts'
import type { BlockedPart } from '../blocked/overridden.ts'

/** A row of `STORED_COLUMNS`. */
export type StoredAppointment = PatientName & {
  id: string
  patientId: string
  reference: string
  startsAt: Date
  endsAt: Date
  location: string
  status: Appointment['status']
  visit: Visit
  arrivedAt: Date | null
  inChairAt: Date | null
  doneAt: Date | null
  noShowAt: Date | null
  patientConfirmedAt: Date | null
  /** Time of the confirmation for another time or place, which applies again if the appointment goes back there. */
  setAsideAt: Date | null
  /** Time of the patient's cancellation; null: none, or by staff. */
  patientCancelledAt: Date | null
  /** Status before the patient's cancellation. */
  cancelledFrom: 'open' | 'confirmed' | null
  channel: Appointment['channel']
  moved: number
  waitingSince: Date | null
  urgent: boolean
  /** Overrides of the desk when its time was set. */
  overrides: ('closed' | 'blocker' | 'same_person')[]
  /** Parts of its time taken by blockers then. */
  overriddenBlockers: BlockedPart[]
  /** The end before 'done' shortened it. */
  fullEndsAt: Date | null
  version: number
  marks: Appointment['marks']
  serviceId: string | null
  serviceText: string
  complaint: string
  doctorId: string
  doctorName: string
  /** Whether the patient, or the desk for them, asked for this doctor at the booking. */
  doctorChosen: boolean
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

/** Values set by a cancellation. It is before the start, so a visit has come to the chair at most. */
export const CANCELLED = `status = 'cancelled', visit = NULL, arrived_at = NULL, in_chair_at = NULL`

/** To be selected from `appointments a`, with STORED_JOINS. */
export const STORED_COLUMNS = `a.id, a.patient_id AS "patientId", a.reference, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.location, a.status,
  a.visit, a.arrived_at AS "arrivedAt", a.in_chair_at AS "inChairAt", a.done_at AS "doneAt", a.no_show_at AS "noShowAt",
  a.patient_confirmed_at AS "patientConfirmedAt", (a.set_aside_confirmation ->> 'at')::timestamptz AS "setAsideAt",
  a.patient_cancelled_at AS "patientCancelledAt", a.cancelled_from AS "cancelledFrom", a.channel, a.moved, a.waiting_since AS "waitingSince", a.urgent,
  a.overrides, a.overridden_blockers AS "overriddenBlockers", a.full_ends_at AS "fullEndsAt", a.version, a.marks, a.service_id AS "serviceId", a.service_text AS "serviceText", a.complaint, a.doctor_id AS "doctorId",
  d.name AS "doctorName", a.doctor_chosen AS "doctorChosen",
  (SELECT ${NAMED_STAFF} FROM staff WHERE staff.id = a.booked_by) AS "bookedBy",
  ${NAME_COLUMNS}, p.verified AS registered, p.address, p.email, p.phone`
export const STORED_JOINS = `JOIN patients p ON p.id = a.patient_id JOIN doctors d ON d.id = a.doctor_id`

/** Times of the recorded steps of a visit. */
export function pressTimes({
  arrivedAt,
  inChairAt,
  doneAt,
  noShowAt,
}: Pick<StoredAppointment, 'arrivedAt' | 'inChairAt' | 'doneAt' | 'noShowAt'>): PressTimes {
  return {
    ...(arrivedAt && { arrived: arrivedAt }),
    ...(inChairAt && { in_chair: inChairAt }),
    ...(doneAt && { done: doneAt }),
    ...(noShowAt && { no_show: noShowAt }),
  }
}

function visitTimesOf(stored: StoredAppointment, timeZone: string): Appointment['visitTimes'] {
  const pressed = pressTimes(stored)
  return Object.fromEntries(
    VISIT_STATES.flatMap((state) => {
      const at = pressed[state]
      if (!at) return []
      return [[state, { at: isoWithOffset(at, timeZone), late: isLatePress(at, stored.startsAt, timeZone) }]]
    }),
  )
}

type Moment = { timeZone: string; blockers: BlockersNow; now: Date }

/** The wire form of an appointment (specification, section 3), with its state as of now. */
export function asAppointment(stored: StoredAppointment, { timeZone, blockers, now }: Moment): Appointment {
  const { patientConfirmedAt, waitingSince } = stored
  const { id, reference, startsAt, endsAt, location, status, version, marks, serviceText, complaint } = stored
  return {
    id,
    reference,
    appointment_date: isoWithOffset(startsAt, timeZone),
    end: isoWithOffset(endsAt, timeZone),
    duration: (endsAt.getTime() - startsAt.getTime()) / 60_000,
    isOpen: status === 'open',
    status,
    visit: stored.visit,
    visitTimes: visitTimesOf(stored, timeZone),
    patientConfirmedAt: patientConfirmedAt && isoWithOffset(patientConfirmedAt, timeZone),
    channel: stored.channel,
    moved: stored.moved,
    waiting: waitingSince && { since: isoWithOffset(waitingSince, timeZone), urgent: stored.urgent },
    version,
    // Bookings under a blocker are refused, so a blocked appointment is older than its blocker, or the desk knew.
    blocked: status !== 'cancelled' && startsAt > now && blockers.strike(stored),
    marks,
    bookedBy: stored.bookedBy && { id: stored.bookedBy.id, name: displayName(stored.bookedBy) },
    serviceId: stored.serviceId,
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
