import type { Pool } from 'pg'
import { type Overridable, type Override, overridesRule } from '../../../contract/appointments.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, clinicTime } from '../../../domain/clinic-time.ts'
import { hoursAt } from '../../../domain/doctors.ts'
import { FULL_REACH } from '../../../domain/rights.ts'
import { fitsInto } from '../../../domain/slots.ts'
import type { Details } from '../../accounts/audit/details.ts'
import type { BlockersNow } from '../blocked/current.ts'
import { type BlockedPart, isOverridden } from '../blocked/overridden.ts'
import type { StoredAppointment } from '../visits/appointment-row.ts'
import type { CheckedTime } from '../visits/desk-time.ts'
import { visitsAt } from '../visits/visits-at.ts'

/* Undo of a move: each move records in the audit trail the place it leaves, and the obstacles there. */

type Place = Pick<StoredAppointment, 'id' | 'patientId' | 'location' | 'doctorId' | 'startsAt' | 'endsAt'>

/** Rules that an override can break, in one place. */
type Hindrances = {
  /** It is outside of the doctor's hours. */
  closed: boolean
  /** Parts of its time taken by blockers and leave. */
  blocked: BlockedPart[]
  /** Ids of appointments of the same person. */
  beside: string[]
}

type Excuses = Pick<StoredAppointment, 'overrides' | 'overriddenBlockers'>

/** The place that the last move left. */
export type LeftPlace = Hindrances &
  Excuses & {
    /** The start, an instant with offset. */
    at: string
    location: string
    doctorId: string
    minutes: number
    /** Reason for the desk's override there; null: none. */
    reason: string | null
  }

type Parts = { pool: Pick<Pool, 'query'>; blockers: BlockersNow; clinic: Clinic }

async function hindrancesAt({ pool, blockers, clinic }: Parts, place: Place): Promise<Hindrances> {
  const { id, patientId, doctorId, startsAt, endsAt } = place
  const location = clinic.locations.find(({ code }) => code === place.location)
  const doctor = clinic.doctors.find((each) => each.id === doctorId)
  const date = clinicDate(startsAt, clinic.timeZone)
  const time = clinicTime(startsAt, clinic.timeZone)
  const minutes = (endsAt.getTime() - startsAt.getTime()) / 60_000
  const person = { kind: 'patient' as const, id: patientId }
  const beside = await visitsAt(pool, { id, startsAt, endsAt, doctorIds: null, person }, FULL_REACH)
  return {
    closed:
      !location || !doctor || !fitsInto(hoursAt(doctor, location), date, clinic.timeZone, time, minutes),
    blocked: blockers.parts(place.location, [doctorId], place),
    beside: beside.map((each) => each.id),
  }
}

/** Audit details of the place that a move leaves, for its way back. */
export async function leavingDetails(parts: Parts, appointment: StoredAppointment): Promise<Details> {
  const { closed, blocked, beside } = await hindrancesAt(parts, appointment)
  return {
    fromMinutes: (appointment.endsAt.getTime() - appointment.startsAt.getTime()) / 60_000,
    fromOverrides: appointment.overrides,
    fromOverridden: appointment.overriddenBlockers.map(codeOf),
    fromClosed: closed,
    fromBlocked: blocked.map(codeOf),
    fromBeside: beside,
  }
}

const codeOf = ({ blocker, from, to }: BlockedPart) => [blocker, from, to].join('/')
const partOfCode = (code: string): BlockedPart => {
  const [blocker = '', from = '', to = ''] = code.split('/')
  return { blocker, from, to }
}

/** Rules that the way back breaks without a question: each kind without a new obstacle. */
export async function excusedOnWayBack(
  parts: Parts,
  { at, location, doctorId, minutes, ...before }: LeftPlace,
  { id, patientId }: StoredAppointment,
): Promise<Overridable[]> {
  const startsAt = new Date(at)
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
  const now = await hindrancesAt(parts, { id, patientId, location, doctorId, startsAt, endsAt })
  const isExcused: Record<Overridable, boolean> = {
    closed: before.closed,
    blocker: now.blocked.length > 0 && now.blocked.every((part) => isOverridden(part, before.blocked)),
    same_person: now.beside.length > 0 && now.beside.every((other) => before.beside.includes(other)),
  }
  return (Object.keys(isExcused) as Overridable[]).filter((kind) => isExcused[kind])
}

/** Overrides of an appointment after its way back: as before, and those added by a new override. */
export function excusesOnWayBack(left: LeftPlace, checked: CheckedTime, override: Override | null): Excuses {
  const added = checked.overrides.filter((kind) => overridesRule(override, kind))
  return {
    overrides: [...new Set([...left.overrides, ...added])],
    overriddenBlockers: [
      ...left.overriddenBlockers,
      ...(added.includes('blocker') ? checked.overriddenBlockers : []),
    ],
  }
}

type Entry = Omit<LeftPlace, 'blocked' | 'overriddenBlockers' | 'reason'> & {
  blocked: string[]
  overridden: string[]
  /** The version that the appointment got when it came to the place that it left. */
  cameWith: string
  reasons: Record<string, string>
}

/** The place that the last move left. Null: the desk has not moved it, or its patient has done so since. */
export async function leftByLastMove(pool: Pick<Pool, 'query'>, id: string): Promise<LeftPlace | null> {
  const { rows } = await pool.query<Entry>(
    `SELECT details ->> 'fromAt' AS at, details ->> 'fromLocation' AS location, details ->> 'fromDoctor' AS "doctorId",
       (details ->> 'fromMinutes')::float8 AS minutes, details -> 'fromOverrides' AS overrides,
       details -> 'fromOverridden' AS overridden, (details ->> 'fromClosed')::boolean AS closed,
       details -> 'fromBlocked' AS blocked, details -> 'fromBeside' AS beside, came_with AS "cameWith",
       a.override_reasons AS reasons
     FROM (
       SELECT details, coalesce(lead(details ->> 'version') OVER (ORDER BY id DESC), '1') AS came_with
       FROM audit_log
       WHERE subject_kind = 'appointment' AND subject_id = $1
         AND action IN ('appointment.moved', 'appointment.moved_by_patient')
       ORDER BY id DESC LIMIT 1) AS last
     JOIN appointments a ON a.id = $1::uuid
     WHERE details ? 'fromBlocked'`,
    [id],
  )
  const [last] = rows
  if (!last) return null
  const { cameWith, reasons, blocked, overridden, ...left } = last
  return {
    ...left,
    blocked: blocked.map(partOfCode),
    overriddenBlockers: overridden.map(partOfCode),
    reason: reasons[cameWith] ?? null,
  }
}
