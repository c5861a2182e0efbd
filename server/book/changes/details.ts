import type { Pool } from 'pg'
import type { AppointmentDetails, AppointmentEvent } from '../../../contract/appointments.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, isoWithOffset } from '../../../domain/clinic-time.ts'
import { type Reach, reachesVisit } from '../../../domain/rights.ts'
import { displayName, type NamedStaff } from '../../../domain/staff.ts'
import { VISIT_STATES } from '../../../domain/visits.ts'
import { messagesAbout } from '../../messages/send/repository.ts'
import { wholeYears } from '../../patients/codes/verified-patient.ts'
import { NO_SHOWS } from '../../patients/records/no-shows.ts'
import { recordsOf } from '../../patients/records/search.ts'
import type { BlockersNow } from '../blocked/current.ts'
import {
  asAppointment,
  NAMED_STAFF,
  STORED_COLUMNS,
  STORED_JOINS,
  type StoredAppointment,
} from '../visits/appointment-row.ts'

/** The history shows this many changes, the latest ones. */
const CHANGES_TOLD = 100

type StoredDetails = StoredAppointment & {
  cancelReason: string | null
  age: number | null
  /** A day, 'YYYY-MM-DD'. */
  birthDate: string | null
  gender: string | null
  nationality: string | null
  noShows: number
  visits: number
  lastVisit: Date | null
  note: string | null
  guardian: string
  overrideReasons: Record<string, string>
  recallMonths: number | null
  waitingId: string | null
  recordId: string
  createdAt: Date
}

/** @returns with the id of the patient's record; null when there is no appointment with this id that the reader may see */
export async function appointmentDetails(
  pool: Pick<Pool, 'query'>,
  id: string,
  clinic: Pick<Clinic, 'name' | 'timeZone'>,
  { blockers, reach, now }: { blockers: BlockersNow; reach: Reach; now: Date },
): Promise<{ data: AppointmentDetails; patientId: string } | null> {
  const { rows } = await pool.query<StoredDetails>(
    `SELECT ${STORED_COLUMNS}, a.cancel_reason AS "cancelReason", a.override_reasons AS "overrideReasons",
       a.created_at AS "createdAt", p.age, p.birth_date::text AS "birthDate", p.gender, p.nationality, p.guardian,
       cardinality(${NO_SHOWS}) AS "noShows", coalesce(p.joined_to, p.id) AS "recordId",
       others.count AS visits, others.latest AS "lastVisit", (
         SELECT n.text FROM patient_notes n WHERE n.patient_id = coalesce(p.joined_to, p.id)
         ORDER BY n.written_at DESC, n.id LIMIT 1) AS note,
       (SELECT months FROM recalls WHERE appointment_id = a.id) AS "recallMonths",
       (SELECT id FROM waiting_entries WHERE appointment_id = a.id AND ended_at IS NULL) AS "waitingId"
     FROM appointments a ${STORED_JOINS}, LATERAL (
       SELECT count(*)::int AS count, max(past.starts_at) AS latest FROM appointments past
       WHERE past.patient_id = ANY (${recordsOf('coalesce(p.joined_to, p.id)')}) AND past.id <> a.id
         AND past.status <> 'cancelled' AND past.visit IS DISTINCT FROM 'no_show' AND past.starts_at <= $2) AS others
     WHERE a.id = $1`,
    [id, now],
  )
  const [stored] = rows
  if (!stored || !reachesVisit(reach, stored)) return null
  const { doctorChosen, cancelReason, birthDate, gender, nationality, guardian, recordId, createdAt } = stored
  const { overrideReasons, noShows, visits, lastVisit, note, recallMonths, waitingId } = stored
  const { timeZone } = clinic
  const [changes, messages] = await Promise.all([
    changesOf(pool, stored.id, clinic, overrideReasons),
    messagesAbout(pool, { appointments: [stored.id] }),
  ])
  const age = birthDate === null ? stored.age : wholeYears(birthDate, clinicDate(now, timeZone))
  const data: AppointmentDetails = {
    ...asAppointment(stored, { timeZone, blockers, now }),
    doctorChosen,
    cancelReason,
    patient: {
      id: recordId,
      age,
      gender,
      nationality,
      guardian,
      noShows,
      visits,
      lastVisit: lastVisit && clinicDate(lastVisit, timeZone),
      note,
    },
    recallMonths,
    waitingId,
    history: [
      {
        at: exactly(createdAt, timeZone),
        action: 'booked',
        by: stored.bookedBy && displayName(stored.bookedBy),
        ...reasonOf(overrideReasons, 1),
      },
      ...changes,
    ],
    messages: messages.map(({ at, ...message }) => ({ ...message, at: isoWithOffset(at, timeZone) })),
  }
  return { data, patientId: stored.patientId }
}

/** Reason for the desk's override with this version. */
function reasonOf(reasons: Record<string, string>, version: number): { reason?: string } {
  const reason = reasons[version]
  return reason === undefined ? {} : { reason }
}

const BY_PATIENT = '_by_patient'
/** Actions of the audit trail in the history. */
const TOLD = [
  ...['confirmed', 'reopened', 'cancelled', 'moved', ...VISIT_STATES, 'visit_undone'],
  ...['confirmed', 'reopened', 'cancelled', 'moved'].map((action) => action + BY_PATIENT),
].map((action) => `appointment.${action}`)

/** Place of an appointment before or after a move. */
type Ends = { at: string; location: string; doctor: string } | null
type Entry = {
  at: Date
  action: AppointmentEvent['action']
  byPatient: boolean
  version: number | null
  isUndo: boolean
  staff: NamedStaff | null
  from: Ends
  to: Ends
}

/** One end of a move, of an entry `done` that is about one. */
const END = (end: 'from' | 'to') =>
  `CASE WHEN done.action IN ('appointment.moved', 'appointment.moved${BY_PATIENT}') THEN jsonb_build_object('at', done.details ->> '${end}At',
     'location', done.details ->> '${end}Location', 'doctor', coalesce(
       (SELECT name FROM doctors WHERE id = done.details ->> '${end}Doctor'), '')) END AS "${end}"`
const placeOf = ({ at, location, doctor }: NonNullable<Ends>) => ({ appointment_date: at, location, doctor })

async function changesOf(
  pool: Pick<Pool, 'query'>,
  id: string,
  { name, timeZone }: Pick<Clinic, 'name' | 'timeZone'>,
  reasons: Record<string, string>,
): Promise<AppointmentEvent[]> {
  const { rows } = await pool.query<Entry>(
    `SELECT done.at, (done.details ->> 'version')::int AS version, replace(split_part(done.action, '.', 2), '${BY_PATIENT}', '') AS action,
       done.action LIKE '%${BY_PATIENT}' AS "byPatient", coalesce((done.details ->> 'undo')::boolean, false) AS "isUndo",
       CASE WHEN staff.id IS NOT NULL THEN ${NAMED_STAFF} END AS staff, ${END('from')}, ${END('to')}
     FROM audit_log done LEFT JOIN staff ON staff.id = done.staff_id
     WHERE done.subject_kind = 'appointment' AND done.subject_id = $1
       AND done.action = ANY ($2)
     ORDER BY done.id DESC LIMIT ${CHANGES_TOLD}`,
    [id, TOLD],
  )
  return rows.reverse().map(({ at, action, byPatient, isUndo, staff, from, to, version }) => ({
    at: exactly(at, timeZone),
    action,
    // Staff without a name: the account was deleted.
    by: byPatient ? null : staff ? displayName(staff) : name,
    ...(from && to && { from: placeOf(from), to: placeOf(to) }),
    ...(version !== null && action === 'moved' && reasonOf(reasons, version)),
    ...(isUndo && { undo: true as const }),
  }))
}

/** With milliseconds, to distinguish two events within a second. */
const exactly = (at: Date, timeZone: string) => isoWithOffset(at, timeZone, { milliseconds: true })
