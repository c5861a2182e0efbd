import type { Pool } from 'pg'
import { type Appointment, overridesRule } from '../../../contract/appointments.ts'
import type { BookAtDesk } from '../../../contract/desk.ts'
import type { DeskFieldMessage, FieldMessage } from '../../../contract/fields.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { FALLBACK_LANGUAGE } from '../../../domain/languages.ts'
import { type Reach, reaches } from '../../../domain/rights.ts'
import { doctorsFor, isOfferedAt, lengthOf } from '../../../domain/services.ts'
import { displayName } from '../../../domain/staff.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import { NOT_CONFIRMED_WITHIN_MS, TELL_AFTER_MS } from '../../messages/jobs/change-notice-job.ts'
import { seriesJobParts } from '../../messages/jobs/series-job.ts'
import type { SqlCall } from '../../platform/db/sql-function.ts'
import { knownLocation, wrongDoctor } from '../../platform/http/clinic-codes.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { firstAnswer, type Repeated, requestHashOf } from '../../platform/http/first-answer.ts'
import type { BlockersNow, CurrentBlockers } from '../blocked/current.ts'
import { asAppointment, NAMED_STAFF, type StoredAppointment } from '../visits/appointment-row.ts'
import {
  type CheckedTime,
  checkDeskTime,
  type DeskTime,
  firstGapToday,
  nearestTimes,
  wrongDeskTime,
} from '../visits/desk-time.ts'
import type { TimeConflictOutcome } from '../visits/time-conflict.ts'
import { visitsAt } from '../visits/visits-at.ts'
import { type AtDesk, book, type NewBooking } from './book.ts'
import { type DeskPerson, deskPerson } from './desk-person.ts'

export type DeskOutcome =
  | { kind: 'booked'; answer: Appointment }
  | Repeated<Appointment>
  | TimeConflictOutcome

export type DeskParts = { pool: Pool; blockers: CurrentBlockers; clinic: Clinic }
/** The booker, and the time of booking. */
export type Booker = {
  staff: NonNullable<StoredAppointment['bookedBy']>
  reach: Reach
  now: Date
}

/** With the blockers that its time is checked against. */
type Checker = Booker & { known: BlockersNow }

/** Attempts to find another gap for a walk-in after the first was just taken. */
const GAPS_TRIED = 5

/** The request, as the clinic understands it. */
type Order = {
  request: BookAtDesk
  key: string
  /** Series of the appointment, announced in one message; null: announced alone. */
  series: string | null
  requestHash: string
  who: DeskPerson
  notedBy: AtDesk['notedBy']
  service: {
    id: string | null
    text: string
    tariff: number | null
    type: Clinic['services'][number]['type']
  }
  /** Without its time. */
  place: Omit<DeskTime, 'date' | 'time'>
}

/**
 * Books at the desk, once per key: confirmed, without visitors' limits, on the desk's grid. A walk-in without a time
 * gets today's first gap that fits, or waits.
 * @param series appointments with the same one are announced in one message
 * @throws HttpFailure 400 for what the clinic does not have, 403 for a location that is not one's own
 */
export async function bookAtDesk(
  parts: DeskParts,
  { request, key, series = null }: { request: BookAtDesk; key: string; series?: string | null },
  at: Booker,
): Promise<DeskOutcome> {
  const order = await ordered(parts, { request, key, series }, at)
  const first = () => firstAnswer<Appointment>(parts.pool, key, order.requestHash)
  if (request.start_time === null) return (await first()) ?? walkIn(parts, order, at)
  const { clinic } = parts
  const date = request.appointment_date ?? clinicDate(at.now, clinic.timeZone)
  const asked = { ...order.place, date, time: request.start_time }
  const wrong = wrongDeskTime(asked, { clinic, now: at.now })
  if (Object.keys(wrong).length > 0) {
    // The time may have passed since the first try.
    const answered = await first()
    if (answered) return answered
    throw invalidInput(wrong)
  }
  const outcome = await bookTime(parts, order, asked, { ...at, known: await parts.blockers.latest() })
  // It may be closed by a blocker since the first try; all other refusals have asked for its answer.
  return outcome.kind === 'override_needed' ? ((await first()) ?? outcome) : outcome
}

/** Resolves the ids and names in the body. */
async function ordered(
  { pool, clinic }: DeskParts,
  { request, key, series }: Pick<Order, 'request' | 'key' | 'series'>,
  { reach, staff }: Booker,
): Promise<Order> {
  const location = knownLocation(clinic, request.location)
  if (!reaches(reach, location.code)) throw new HttpFailure('forbidden', NOT_ALLOWED)
  const service = clinic.services.find(
    (each) => each.id === request.service && isOfferedAt(clinic, location.code, each),
  )
  const able = doctorsFor(clinic, location.code, service ?? null)
  const named = able.find(({ id }) => id === request.doctor)
  const ofDoctor = wrongDoctor(clinic, request.doctor, { location: location.code, service: service ?? null })
  const who = await deskPerson(pool, request.patient, {
    location,
    country: clinic.country,
    staffId: staff.id,
    reach,
  })
  const notedBy = await writerOf(pool, request.notedBy)
  const isReached = who !== null && (who.row.email !== '' || who.row.phone !== '')
  const wrong: Record<string, FieldMessage | DeskFieldMessage> = {
    ...(request.service !== null && !service && { service: 'service_unknown' as const }),
    ...(able.length === 0 && { doctor: 'doctor_unknown' as const }),
    ...(ofDoctor && { doctor: ofDoctor }),
    ...(request.reachable && !isReached && { patient: 'contact_or_none' as const }),
    ...(who === null && { patient: 'patient_unknown' as const }),
    ...(request.notedBy !== null && !notedBy && { notedBy: 'invalid' as const }),
  }
  if (Object.keys(wrong).length > 0 || who === null) throw invalidInput(wrong)
  return {
    request,
    key,
    series,
    // A series of another length under the same key is another request.
    requestHash: hashOf(request, series ?? staff.id),
    who,
    notedBy,
    service: {
      id: service?.id ?? null,
      text: service?.name ?? 'Consultation',
      tariff: service?.tariff ?? null,
      type: service?.type ?? 'consultation',
    },
    place: { location, minutes: request.duration ?? lengthOf(service), doctors: named ? [named] : able },
  }
}

/**
 * An offline request belongs to its author, whoever sends it: the first answer may have been lost on its way to them or
 * to a colleague.
 */
const hashOf = ({ notedBy, ...request }: BookAtDesk, staffId: string) =>
  requestHashOf({ ...request, staffId: notedBy ?? staffId })

/** A person with an account here, enabled or not: a former colleague may be the author. */
async function writerOf(pool: Pool, id: string | null): Promise<AtDesk['notedBy']> {
  if (id === null) return null
  const { rows } = await pool.query<{ by: Booker['staff'] }>(
    `SELECT ${NAMED_STAFF} AS by FROM staff WHERE id = $1`,
    [id],
  )
  return rows[0] ? { id, name: displayName(rows[0].by) } : null
}

async function bookTime(parts: DeskParts, order: Order, asked: DeskTime, at: Checker): Promise<DeskOutcome> {
  const { pool, clinic } = parts
  const near = () => nearestTimes({ pool, blockers: at.known, clinic, now: at.now }, asked)
  const { override } = order.request
  const checked = checkDeskTime(asked, at.known, { timeZone: clinic.timeZone, override })
  if ('because' in checked) {
    return { kind: 'override_needed', nearest: await near(), takenBy: [], hindrance: checked }
  }
  const outcome = await store(parts, order, { ...checked, waitingSince: null }, at)
  if (outcome.kind === 'slot_taken') {
    const takenBy = await visitsAt(pool, { ...checked, id: null }, at.reach)
    return { kind: 'slot_taken', nearest: await near(), takenBy }
  }
  if (outcome.kind === 'same_person_same_time') return samePerson(parts, order, checked, at)
  return outcome
}

async function samePerson(
  { pool }: DeskParts,
  { who }: Order,
  { startsAt, endsAt }: CheckedTime,
  { reach }: Booker,
): Promise<DeskOutcome> {
  const asked = { id: null, startsAt, endsAt, doctorIds: null, person: who.person }
  return { kind: 'same_person_same_time', samePerson: await visitsAt(pool, asked, reach) }
}

/** Today's first gap, another one after a conflict; where there is none, the patient waits. */
async function walkIn(parts: DeskParts, order: Order, at: Booker): Promise<DeskOutcome> {
  const { pool, clinic } = parts
  let known = await parts.blockers.latest()
  for (let tries = 0; tries < GAPS_TRIED; tries++) {
    const gap = await firstGapToday({ pool, blockers: known, clinic, now: at.now }, order.place)
    if (!gap) break
    const outcome = await bookTime(parts, order, { ...order.place, ...gap }, { ...at, known })
    if (outcome.kind !== 'slot_taken' && outcome.kind !== 'override_needed') return outcome
    known = await parts.blockers.latest()
  }
  const startsAt = new Date(Math.floor(at.now.getTime() / 60_000) * 60_000)
  const waiting: CheckedTime = {
    startsAt,
    endsAt: new Date(startsAt.getTime() + order.place.minutes * 60_000),
    doctorIds: order.place.doctors.slice(0, 1).map(({ id }) => id),
    blockersVersion: null,
    overrides: [],
    overriddenBlockers: [],
  }
  const outcome = await store(parts, order, { ...waiting, waitingSince: at.now }, { ...at, known })
  if (outcome.kind === 'same_person_same_time') return samePerson(parts, order, waiting, at)
  if (outcome.kind === 'slot_taken') throw new Error('Who waits holds no time that could be taken.')
  return outcome
}

type StoredOutcome =
  | { kind: 'booked'; answer: Appointment }
  | Repeated<Appointment>
  | { kind: 'slot_taken' }
  | { kind: 'same_person_same_time' }

async function store(
  { pool, blockers, clinic }: DeskParts,
  { request, key, series, requestHash, who, notedBy, service, place }: Order,
  time: CheckedTime & { waitingSince: Date | null },
  { staff, now, known }: Checker,
): Promise<StoredOutcome> {
  const { startsAt, endsAt, waitingSince } = time
  const isSoon = startsAt.getTime() - now.getTime() < NOT_CONFIRMED_WITHIN_MS
  const isTold = request.reachable && request.channel !== 'walk_in' && !isSoon
  const tellAt = isTold ? new Date(now.getTime() + TELL_AFTER_MS) : null
  const { reason = null } = request.override ?? {}
  const moment = { timeZone: clinic.timeZone, blockers: known, now }
  const common = {
    location: place.location.code,
    startsAt,
    endsAt,
    complaint: request.description ?? '',
    doctorChosen: request.doctor !== null && waitingSince === null,
    status: 'confirmed' as const,
  }
  const booking: NewBooking<Appointment> = {
    ...common,
    key,
    requestHash,
    person: who.person,
    service,
    appointmentType: service.type,
    language: request.language ?? FALLBACK_LANGUAGE,
    doctorIds: time.doctorIds,
    doctors: Object.fromEntries(place.doctors.map(({ id, name }) => [id, { id, name }])),
    override: overridesRule(request.override, 'same_person'),
    overBlockers: time.blockersVersion === null,
    consentText: null,
    bookedBy: staff.id,
    atDesk: {
      channel: request.channel,
      reachable: request.reachable,
      waitingSince,
      urgent: request.urgent,
      overrides: time.overrides,
      overriddenBlockers: time.overriddenBlockers,
      reason,
      // An appointment of a series has no job of its own.
      tellAt: series === null ? tellAt : null,
      notedBy,
    },
    answer: (reference, id) =>
      asAppointment(
        {
          ...NEW,
          ...common,
          ...who.row,
          id,
          reference,
          patientId: '',
          channel: request.channel,
          waitingSince,
          urgent: request.urgent,
          overrides: time.overrides,
          overriddenBlockers: time.overriddenBlockers,
          serviceId: service.id,
          serviceText: service.text,
          // Known once it is stored.
          doctorId: '',
          doctorName: '',
          bookedBy: staff,
        },
        moment,
      ),
  }
  const outcome = await book(booking, {
    pool,
    blockers,
    now,
    openAppointmentsPerContact: null,
    caller: null,
    isProven: false,
    clinic,
    ...(series !== null && tellAt && { around: toldTogether(series, tellAt) }),
  })
  switch (outcome.kind) {
    case 'too_many_appointments':
    case 'proof_required':
      throw new Error('The desk is under no limits.')
    case 'slot_taken':
    case 'same_person_same_time':
      return { kind: outcome.kind }
    case 'booked':
      return { kind: 'booked', answer: outcome.answer }
    default:
      return outcome
  }
}

/** Books and adds the appointment to the announcement of its series, in one statement. */
const toldTogether =
  (series: string, due: Date) =>
  ({ name, text, values }: SqlCall): SqlCall => {
    const source = `(SELECT answer ->> 'id' AS id, $${values.length + 1}::text AS series, $${values.length + 2}::timestamptz AS due
      FROM done WHERE result = 'booked')`
    const { added, made } = seriesJobParts(source)
    return {
      name: `${name}-of-series`,
      text: `WITH done AS MATERIALIZED (${text}), added AS (${added}), made AS (${made}) SELECT * FROM done`,
      values: [...values, series, due],
    }
  }

/** Initial values of a new appointment. */
const NEW = {
  visit: null,
  arrivedAt: null,
  inChairAt: null,
  doneAt: null,
  noShowAt: null,
  patientConfirmedAt: null,
  setAsideAt: null,
  patientCancelledAt: null,
  cancelledFrom: null,
  moved: 0,
  fullEndsAt: null,
  version: 1,
  marks: [],
} satisfies Partial<StoredAppointment>
