import type { Pool } from 'pg'
import type { Appointment, ChangeAppointment, Overridable } from '../../../contract/appointments.ts'
import type { Clinic, Doctor, Service } from '../../../domain/clinic.ts'
import { isoWithOffset, toInstant } from '../../../domain/clinic-time.ts'
import { horizonToMove, ownChangeRefusal } from '../../../domain/own-visit.ts'
import { reaches, reachesVisit } from '../../../domain/rights.ts'
import { doctorsFor } from '../../../domain/services.ts'
import { type Details, storedDetails } from '../../accounts/audit/details.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import { TELL_AFTER_MS } from '../../messages/jobs/change-notice-job.ts'
import type { SqlCall } from '../../platform/db/sql-function.ts'
import { knownLocation, wrongDoctor } from '../../platform/http/clinic-codes.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import {
  firstAnswer,
  forgetOldKey,
  KEY_TAKEN,
  type Repeated,
  requestHashOf,
} from '../../platform/http/first-answer.ts'
import type { BlockersNow, CurrentBlockers } from '../blocked/current.ts'
import { DEADLOCK } from '../booking/book.ts'
import { MOVE, type MoveResult } from '../booking/booking-function.ts'
import { wrongOnlineTime } from '../booking/new-booking.ts'
import { asAppointment, type StoredAppointment } from '../visits/appointment-row.ts'
import {
  type CheckedTime,
  checkDeskTime,
  type DeskTime,
  nearestTimes,
  wrongDeskTime,
} from '../visits/desk-time.ts'
import type { TimeConflictOutcome } from '../visits/time-conflict.ts'
import { visitsAt } from '../visits/visits-at.ts'
import { type ChangeOutcome, type Changer, storedAppointment } from './change.ts'
import {
  excusedOnWayBack,
  excusesOnWayBack,
  type LeftPlace,
  leavingDetails,
  leftByLastMove,
} from './way-back.ts'

export type Move = Extract<ChangeAppointment, { change: 'move' }>

export type MoveOutcome =
  | Exclude<ChangeOutcome, { kind: 'done' | 'already_begun' }>
  | { kind: 'moved'; answer: Appointment; from: { location: string; doctorId: string }; patientId: string }
  | Repeated<Appointment>
  /** It is there already. */
  | { kind: 'done'; appointment: StoredAppointment }
  | { kind: 'visit_state'; appointment: StoredAppointment }
  | (TimeConflictOutcome & { appointment: StoredAppointment })

/** Author of a move; without an id the patient, who moves by the rules of an online booking. */
export type Mover = Omit<Changer, 'staffId'> & { staffId: string | null }

type AskedMove = {
  id: string
  version: number | null
  key: string
  change: Move
  /** The patient takes a time that they were offered: the move is a part of a statement that claims it. */
  offer?: { id: string; wishedDoctorId: string | null; around(call: SqlCall): SqlCall } | null
}

export type MoveParts = { pool: Pool; blockers: CurrentBlockers; clinic: Clinic }

/** More than one for deadlocks, which the database breaks, for changed blockers, and for changes by others. */
const TRIES = 5

/**
 * Moves an appointment, or changes its length: once per key, by the rules of a booking. Its doctor stays if they were
 * chosen or are free, unless another one is named, which is the clinic's choice and not the patient's. When a patient
 * moves it, the doctor stays unless the patient names another one. The patient is notified a minute later, by one job.
 * @param version that the move is meant for; null: any
 * @throws HttpFailure 400 for what the clinic does not have, 403 for a location that is not one's own
 */
export async function moveAppointment(
  { pool, blockers, clinic }: MoveParts,
  { id, version, key, change, offer = null }: AskedMove,
  changer: Mover,
): Promise<MoveOutcome> {
  const { reach, now } = changer
  const { timeZone } = clinic
  const { move, notify, undo } = change
  const around = offer?.around ?? ((call: SqlCall) => call)
  const requestHash = requestHashOf({
    id: id.toLowerCase(),
    move,
    notify,
    override: change.override,
    staffId: changer.staffId,
    ...(undo && { undo }),
  })
  // A refusal may come from the first try's success, whose answer was lost.
  const unlessMoved = async (outcome: MoveOutcome): Promise<MoveOutcome> =>
    (await firstAnswer<Appointment>(pool, key, requestHash)) ?? outcome
  let latest = await blockers.lastKnown()
  for (let attempt = 1; ; attempt++) {
    const appointment = await storedAppointment(pool, id)
    if (!appointment || !reachesVisit(reach, appointment)) return { kind: 'unknown' }
    if (appointment.status === 'cancelled') return unlessMoved({ kind: 'already_cancelled', appointment })
    if (version !== null && version !== appointment.version) {
      return unlessMoved({ kind: 'stale_version', appointment })
    }
    if (appointment.visit !== null) return unlessMoved({ kind: 'visit_state', appointment })
    const isPatient = changer.staffId === null
    const refusal = isPatient ? ownChangeRefusal(appointment, { booking: clinic.booking, now }) : null
    if (refusal !== null) return unlessMoved({ kind: refusal, appointment })

    const left = undo ? await leftByLastMove(pool, appointment.id) : null
    const back = left && isBackAt(left, change, appointment, timeZone) ? left : null
    const asked = targetOf(appointment, change, clinic, changer, {
      isOffered: offer !== null,
      isBack: back !== null,
    })
    const near = async () =>
      // Patients choose among the times that they are shown.
      isPatient
        ? []
        : nearestTimes({ pool, blockers: await blockers.latest(), clinic, now }, asked, appointment)
    let over: Overridable[] = []
    const check = async () => {
      const parts = { pool, blockers: latest, clinic }
      const excused = back ? await excusedOnWayBack(parts, back, appointment) : []
      over = [...excused, ...(change.override?.over ?? [])]
      return checkDeskTime(asked, latest, { timeZone, override: { over }, known: back?.blocked })
    }
    let checked = await check()
    if ('because' in checked && checked.because === 'blocker') {
      // This process's copy of the blockers may be outdated.
      latest = await blockers.latest()
      checked = await check()
    }
    if ('because' in checked) {
      return unlessMoved({
        kind: 'override_needed',
        appointment,
        nearest: await near(),
        takenBy: [],
        hindrance: checked,
      })
    }
    if (isThere(appointment, checked, asked)) return { kind: 'done', appointment }
    const { overrides, overriddenBlockers } = back
      ? excusesOnWayBack(back, checked, change.override)
      : checked
    const excuses = { overrides, overriddenBlockers }
    const leaving = isPatient ? {} : await leavingDetails({ pool, blockers: latest, clinic }, appointment)

    const call = moveCall(
      { id, version, key, change, offer, requestHash },
      { appointment, asked, checked, back, excuses, over, leaving },
      { changer, timeZone, blockers: latest },
    )
    try {
      const { rows } = await pool.query<{ result: MoveResult; answer: Appointment | null }>(around(call))
      const { result, answer } = rows[0] ?? { result: 'slot_taken' as const, answer: null }
      if (result === 'moved' && answer) {
        return { kind: 'moved', answer, from: appointment, patientId: appointment.patientId }
      }
      if (result === 'slot_taken' || attempt === TRIES) {
        const takenBy = await visitsAt(pool, { ...checked, id }, reach)
        return unlessMoved({ kind: 'slot_taken', appointment, nearest: await near(), takenBy })
      }
      if (result === 'same_person_same_time') {
        const samePerson = await visitsAt(
          pool,
          { ...checked, id, doctorIds: null, person: { kind: 'patient', id: appointment.patientId } },
          reach,
        )
        return unlessMoved({ kind: 'same_person_same_time', appointment, samePerson })
      }
      // Others have changed it, or the blockers.
      latest = await blockers.latest()
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (attempt === TRIES || (constraint !== KEY_TAKEN && code !== DEADLOCK)) throw error
      if (constraint === KEY_TAKEN) {
        const first = await firstAnswer<Appointment>(pool, key, requestHash)
        if (first) return first
        await forgetOldKey(pool, key)
      }
    }
  }
}

type MoveFacts = {
  appointment: StoredAppointment
  asked: DeskTime
  checked: CheckedTime
  /** The place that an undo returns to. */
  back: LeftPlace | null
  excuses: Pick<StoredAppointment, 'overrides' | 'overriddenBlockers'>
  over: readonly Overridable[]
  leaving: Details
}

/** The statement of a move, with its answer and its entry in the audit trail. */
function moveCall(
  { key, change, offer, requestHash }: AskedMove & { requestHash: string },
  { appointment, asked, checked, back, excuses, over, leaving }: MoveFacts,
  { changer, timeZone, blockers }: { changer: Mover; timeZone: string; blockers: BlockersNow },
): SqlCall {
  const changed: StoredAppointment = {
    ...appointment,
    location: asked.location.code,
    // The database chooses one of them; none is on leave that the override does not go over.
    doctorId: checked.doctorIds[0] ?? appointment.doctorId,
    startsAt: checked.startsAt,
    endsAt: checked.endsAt,
    version: appointment.version + 1,
    moved: appointment.moved + 1,
    patientConfirmedAt: appointment.patientConfirmedAt ?? appointment.setAsideAt,
    waitingSince: null,
    ...excuses,
  }
  const at = (time: Date) => isoWithOffset(time, timeZone)
  return MOVE.call({
    key,
    request_hash: requestHash,
    answer: asAppointment(changed, { timeZone, blockers, now: changer.now }),
    id: appointment.id,
    version: appointment.version,
    doctor_ids: checked.doctorIds,
    doctors: Object.fromEntries(
      asked.doctors
        .filter(({ id }) => checked.doctorIds.includes(id))
        .map(({ id, name }) => [id, { id, name }]),
    ),
    doctor_of_choice: offer?.wishedDoctorId ?? null,
    from_location: appointment.location,
    location: changed.location,
    starts_at: changed.startsAt,
    ends_at: changed.endsAt,
    // The way back overrides the blockers of before, and no others.
    blockers: back ? blockers.version : checked.blockersVersion,
    override: over.includes('same_person'),
    overrides: excuses.overrides,
    overridden_blockers: excuses.overriddenBlockers,
    tell_at: change.notify ? new Date(changer.now.getTime() + TELL_AFTER_MS) : null,
    moved_by: changer.staffId,
    details: storedDetails({
      version: changed.version,
      fromAt: at(appointment.startsAt),
      fromLocation: appointment.location,
      toAt: at(changed.startsAt),
      toLocation: changed.location,
      minutes: asked.minutes,
      ...leaving,
      ...(back && { undo: true }),
      ...((change.override || back) && { overrides: excuses.overrides }),
      ...(offer && { offer: offer.id }),
    }),
    reason: change.override?.reason ?? back?.reason ?? null,
  })
}

function targetOf(
  appointment: StoredAppointment,
  { move }: Move,
  clinic: Clinic,
  { staffId, reach, now }: Mover,
  { isOffered, isBack }: { isOffered: boolean; isBack: boolean },
): DeskTime {
  const location = knownLocation(clinic, move.location ?? appointment.location)
  if (!reaches(reach, location.code)) throw new HttpFailure('forbidden', NOT_ALLOWED)
  const { service, able, own, keepers } = doctorsOfVisit(clinic, appointment, location.code)
  const ofDoctor = wrongDoctor(clinic, move.doctor, { location: location.code, service })
  const isOnline = staffId === null && !isOffered
  const named = (isBack ? clinic.doctors : able).find(({ id }) => id === move.doctor)
  const minutes = move.duration ?? minutesOfVisit(appointment)
  const time = { date: move.appointment_date, time: move.start_time, minutes }
  // Alternatives are on the desk's grid.
  const wrongTime = () =>
    isOnline
      ? wrongOnlineTime(time, location, movableClinic(clinic, appointment, now), now)
      : wrongDeskTime(time, { clinic, now })
  const wrong = {
    ...(!isBack && wrongTime()),
    ...(!named && ofDoctor && { doctor: ofDoctor }),
  }
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
  // A patient without a slot has no doctor yet.
  const keeps = own !== undefined && appointment.waitingSince === null
  const others = keeps ? keepers : able
  // A patient names another doctor to agree to them.
  const unnamed = isOnline ? (own ? [own] : []) : others
  const doctors = named ? [named] : unnamed
  return { location, ...time, doctors }
}

/** Reports whether a move goes back to the place that the last one left, and to nothing else. */
function isBackAt(
  left: LeftPlace,
  { move }: Move,
  appointment: StoredAppointment,
  timeZone: string,
): boolean {
  return (
    left.location === (move.location ?? appointment.location) &&
    left.doctorId === move.doctor &&
    left.minutes === (move.duration ?? minutesOfVisit(appointment)) &&
    new Date(left.at).getTime() === toInstant(move.appointment_date, move.start_time, timeZone).getTime()
  )
}

/** The clinic with the horizon of a move online. */
export function movableClinic(
  clinic: Clinic,
  { startsAt }: Pick<StoredAppointment, 'startsAt'>,
  now: Date,
): Clinic {
  const { booking, timeZone } = clinic
  const horizonDays = horizonToMove(startsAt, { ...booking, now, timeZone })
  return { ...clinic, booking: { ...booking, horizonDays } }
}

/** Length of an appointment in minutes, even if it was done early. */
export function minutesOfVisit({
  startsAt,
  endsAt,
  fullEndsAt,
}: Pick<StoredAppointment, 'startsAt' | 'endsAt' | 'fullEndsAt'>): number {
  return ((fullEndsAt ?? endsAt).getTime() - startsAt.getTime()) / 60_000
}

/**
 * Possible doctors of an appointment at a location when it is moved: all who do its service, and the default
 * candidates: its own doctor first, or alone where the patient or the desk chose them.
 */
export function doctorsOfVisit(
  clinic: Clinic,
  { serviceId, doctorId, doctorChosen }: Pick<StoredAppointment, 'serviceId' | 'doctorId' | 'doctorChosen'>,
  location: string,
): { service: Service | null; able: Doctor[]; own: Doctor | undefined; keepers: Doctor[] } {
  const service = clinic.services.find(({ id }) => id === serviceId) ?? null
  const able = doctorsFor(clinic, location, service)
  const own = able.find(({ id }) => id === doctorId)
  const others = able.filter((doctor) => doctor !== own)
  return { service, able, own, keepers: own ? [own, ...(doctorChosen ? [] : others)] : able }
}

/** Reports whether it is at the target already. */
function isThere(
  appointment: StoredAppointment,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  asked: DeskTime,
): boolean {
  return (
    appointment.waitingSince === null &&
    appointment.location === asked.location.code &&
    appointment.doctorId === asked.doctors[0]?.id &&
    appointment.startsAt.getTime() === startsAt.getTime() &&
    appointment.endsAt.getTime() === endsAt.getTime()
  )
}
