import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { AddWaiting, ChangeWaiting, WaitForOwnFirst, WishInput } from '../../../contract/waiting-list.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { addDays, clinicDate } from '../../../domain/clinic-time.ts'
import { comparableEmail } from '../../../domain/contact.ts'
import { FALLBACK_LANGUAGE, type LanguageCode } from '../../../domain/languages.ts'
import { defaultAddress } from '../../../domain/locations.ts'
import { type Reach, reaches, reachesVisit } from '../../../domain/rights.ts'
import { isOfferedAt, lengthOf } from '../../../domain/services.ts'
import { mistakesInDays, WAITING_DAYS, type Wish } from '../../../domain/waiting-list.ts'
import { audit } from '../../accounts/audit/audit.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import { requirePhone, toE164 } from '../../patients/records/phone.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { knownLocation, wrongDoctor } from '../../platform/http/clinic-codes.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { storedAppointment } from '../changes/change.ts'
import { openRecord } from '../record/record.ts'

/** The clinic and the time. */
export type Moment = { clinic: Clinic; now: Date }
/** A member of staff. */
export type By = { staffId: string; reach: Reach }

/** Default waiting period for a first appointment from its first day on, in days. */
const DEFAULT_DAYS = 30
/** First appointments that one patient may wait for at once. */
const OWN_ENTRIES = 3
/** A wish for an entry; `weekdays` are sorted. */
type Days = Pick<Wish, 'from' | 'to' | 'weekdays' | 'partOfDay' | 'doctorId'>

/**
 * Condition that an entry of `waiting_entries e`, with its appointment `a` if it has one, still waits: its appointment
 * is unchanged and in the future, and its days have not passed. @param now, today its parameters
 */
export const STILL_WAITS = (now: string, today: string) => `e.ended_at IS NULL AND e.to_day >= ${today}
  AND (e.appointment_id IS NULL
       OR a.status <> 'cancelled' AND a.visit IS NULL AND a.waiting_since IS NULL AND a.starts_at > ${now} AND a.location = e.location)`

/** @throws HttpFailure 400 with the mistakes, by field */
function daysOf(
  input: WishInput,
  place: { location: string; serviceId: string | null; last: string | null },
  { clinic, now }: Moment,
): Days {
  const today = clinicDate(now, clinic.timeZone)
  const from = input.from ?? today
  const latest = addDays(today, WAITING_DAYS)
  const usual = place.last ?? addDays(from > today ? from : today, DEFAULT_DAYS)
  const to = input.to ?? (usual > latest ? latest : usual)
  const wrong =
    input.to === null && from > to ? { from: 'slot_too_far' as const } : mistakesInDays({ from, to }, today)
  // A doctor who doesn't do the service would never be offered.
  const service = clinic.services.find(({ id }) => id === place.serviceId) ?? null
  const ofDoctor = wrongDoctor(clinic, input.doctor, { location: place.location, service })
  if (ofDoctor) throw invalidInput({ doctor: ofDoctor })
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong)
  return { from, to, weekdays: input.weekdays, partOfDay: input.partOfDay, doctorId: input.doctor }
}

type NewEntry = Days & {
  appointmentId: string | null
  patientId: string
  location: string
  serviceId: string | null
  minutes: number
  language: LanguageCode
  staffId: string | null
}

/** An appointment has one entry; a new one changes it and keeps its place in the order. */
async function insert(client: PoolClient, entry: NewEntry, now: Date): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO waiting_entries (id, appointment_id, patient_id, location, service_id, minutes, doctor_id, from_day, to_day,
                                  weekdays, part_of_day, language, created_at, created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     ON CONFLICT (appointment_id) WHERE ended_at IS NULL DO UPDATE
     SET location = excluded.location, doctor_id = excluded.doctor_id, from_day = excluded.from_day, to_day = excluded.to_day,
         weekdays = excluded.weekdays, part_of_day = excluded.part_of_day, version = waiting_entries.version + 1
     RETURNING id`,
    [
      randomUUID(),
      entry.appointmentId,
      entry.patientId,
      entry.location,
      entry.serviceId,
      entry.minutes,
      entry.doctorId,
      entry.from,
      entry.to,
      entry.weekdays,
      entry.partOfDay,
      entry.language,
      now,
      entry.staffId,
    ],
  )
  const id = rows[0]?.id ?? ''
  await audit(client, {
    staffId: entry.staffId,
    action: 'waiting.added',
    subject: { kind: 'waiting', id },
    details: { location: entry.location, ...(entry.appointmentId && { appointment: entry.appointmentId }) },
  })
  return id
}

/** Reason why an entry for an appointment is refused; else its id. */
export type WaitOutcome = { kind: 'waits'; id: string } | { kind: 'unknown' | 'already_begun' }

/**
 * Adds the patient of an appointment to the waiting list for an earlier time at its location.
 * @param by null: the patient; the caller has proved whose appointment it is
 * @throws HttpFailure 400 for invalid days or an invalid doctor
 */
export function waitForEarlier(
  pool: Pool | PoolClient,
  appointmentId: string,
  input: WishInput,
  { by, ...moment }: Moment & { by: By | null },
): Promise<WaitOutcome> {
  const { clinic, now } = moment
  return inTransaction(pool, async (client) => {
    // Not locked: a claim of an offer locks the entry first. A change of the appointment meanwhile ends the waiting.
    const visit = await storedAppointment(client, appointmentId)
    if (!visit || (by && !reachesVisit(by.reach, visit))) return { kind: 'unknown' }
    const isToCome = visit.status !== 'cancelled' && visit.visit === null && visit.startsAt > now
    if (!isToCome || visit.waitingSince !== null) return { kind: 'already_begun' }
    const last = clinicDate(visit.startsAt, clinic.timeZone)
    const { rows } = await client.query<{ language: LanguageCode }>(
      'SELECT language FROM appointments WHERE id = $1',
      [visit.id],
    )
    const id = await insert(
      client,
      {
        ...daysOf(input, { location: visit.location, serviceId: visit.serviceId, last }, moment),
        appointmentId: visit.id,
        patientId: visit.patientId,
        location: visit.location,
        serviceId: visit.serviceId,
        minutes: (visit.endsAt.getTime() - visit.startsAt.getTime()) / 60_000,
        language: rows[0]?.language ?? FALLBACK_LANGUAGE,
        staffId: by?.staffId ?? null,
      },
      now,
    )
    return { kind: 'waits', id }
  })
}

type First = Pick<WaitForOwnFirst, 'location' | 'service' | 'language'> &
  WishInput & { duration?: number | null }

/** Fields of a first appointment. @throws HttpFailure 400 for what the clinic does not have */
function firstVisit(input: First, moment: Moment) {
  const { clinic } = moment
  const location = knownLocation(clinic, input.location)
  const service = clinic.services.find(({ id }) => id === input.service)
  if (input.service !== null && !(service && isOfferedAt(clinic, location.code, service))) {
    throw invalidInput({ service: 'service_unknown' })
  }
  return {
    ...daysOf(input, { location: location.code, serviceId: input.service, last: null }, moment),
    appointmentId: null,
    location: location.code,
    serviceId: service?.id ?? null,
    minutes: input.duration ?? lengthOf(service),
    language: input.language ?? FALLBACK_LANGUAGE,
  }
}

/**
 * Adds a verified patient to the waiting list for a first appointment; null: they are at their limit.
 * @throws HttpFailure 400 for what the clinic does not have, or invalid days
 */
export function waitForFirst(
  pool: Pool | PoolClient,
  patientId: string,
  input: WaitForOwnFirst,
  moment: Moment,
): Promise<string | null> {
  const entry = firstVisit(input, moment)
  const today = clinicDate(moment.now, moment.clinic.timeZone)
  return inTransaction(pool, async (client) => {
    // One after another, so that the count is right.
    await client.query('SELECT FROM patients WHERE id = $1 FOR UPDATE', [patientId])
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM waiting_entries WHERE patient_id = $1 AND ended_at IS NULL AND to_day >= $2',
      [patientId, today],
    )
    if ((rows[0]?.n ?? 0) >= OWN_ENTRIES) return null
    return insert(client, { ...entry, patientId, staffId: null }, moment.now)
  })
}

/**
 * Adds a person at the desk.
 * @returns the outcome, as for an appointment; unknown: an appointment or record that does not exist within reach
 * @throws HttpFailure 400 for what the clinic does not have, 403 for a location that is not one's own
 */
export function addAtDesk(
  pool: Pool | PoolClient,
  { appointment, patient, location, ...input }: AddWaiting,
  { by, ...moment }: Moment & { by: By },
): Promise<WaitOutcome> {
  if (appointment !== null) return waitForEarlier(pool, appointment, input, { by, ...moment })
  const { clinic, now } = moment
  const entry = firstVisit({ ...input, location: location ?? '' }, moment)
  if (!reaches(by.reach, entry.location)) throw new HttpFailure('forbidden', NOT_ALLOWED)
  return inTransaction<WaitOutcome>(pool, async (client) => {
    const patientId =
      patient && 'id' in patient
        ? await openRecord(client, patient.id, by)
        : patient && (await newRecord(client, patient, knownLocation(clinic, entry.location), clinic))
    if (patientId === null) return { kind: 'unknown' }
    const { rowCount } = await client.query(
      `SELECT FROM patients WHERE id = $1 AND (email <> '' OR phone_e164 IS NOT NULL OR phone <> '')`,
      [patientId],
    )
    if (rowCount === 0) throw invalidInput({ patient: 'contact_or_none' })
    return { kind: 'waits', id: await insert(client, { ...entry, patientId, staffId: by.staffId }, now) }
  })
}

/** A visitor's record, for a person new to the clinic. */
async function newRecord(
  client: PoolClient,
  patient: Exclude<NonNullable<AddWaiting['patient']>, { id: string }>,
  location: Parameters<typeof defaultAddress>[0],
  { country }: Clinic,
): Promise<string> {
  const id = randomUUID()
  const { firstName, lastName, email, phoneNumber } = patient
  requirePhone(phoneNumber, country, 'patient')
  await client.query(
    `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      firstName,
      lastName,
      email ?? '',
      comparableEmail(email ?? ''),
      phoneNumber ?? '',
      phoneNumber === null ? null : toE164(phoneNumber, country),
      defaultAddress(location),
    ],
  )
  return id
}

/** Outcome of a change; stale: another change came since it was read. */
export type ChangeOutcome = { kind: 'changed' | 'unknown' | 'stale' }

type Waits = Days & {
  version: number
  appointmentId: string | null
  location: string
  serviceId: string | null
  minutes: number
  urgent: boolean
  note: string
}

/**
 * Changes a wish, which keeps its place in the order.
 * @param version that the change is meant for; null: any
 * @throws HttpFailure 400 for invalid days, an invalid doctor or service
 */
export function changeEntry(
  pool: Pool,
  { id, version, change }: { id: string; version: number | null; change: ChangeWaiting },
  { by, ...moment }: Moment & { by: By },
): Promise<ChangeOutcome> {
  const { clinic, now } = moment
  return inTransaction<ChangeOutcome>(pool, async (client) => {
    const { rows } = await client.query<Waits>(
      `SELECT e.version, e.appointment_id AS "appointmentId", e.location, e.service_id AS "serviceId", e.minutes, e.urgent, e.note,
         e.from_day::text AS "from", e.to_day::text AS "to", e.weekdays, e.part_of_day AS "partOfDay", e.doctor_id AS "doctorId"
       FROM waiting_entries e LEFT JOIN appointments a ON a.id = e.appointment_id
       WHERE ${STILL_WAITS('$1', '$2')} AND e.id = $3 AND ($4::text[] IS NULL OR e.location = ANY ($4)) FOR UPDATE OF e`,
      [now, clinicDate(now, clinic.timeZone), id, by.reach.locations],
    )
    const [was] = rows
    if (!was) return { kind: 'unknown' }
    if (version !== null && version !== was.version) return { kind: 'stale' }
    const or = <T>(given: T | undefined, before: T): T => (given === undefined ? before : given)
    const doctor = or(change.doctor, was.doctorId)
    const input = {
      from: change.from ?? was.from,
      to: change.to ?? was.to,
      weekdays: change.weekdays ?? [...was.weekdays],
      partOfDay: or(change.partOfDay, was.partOfDay),
      // A wanted doctor who is gone stays, unless the doctor or service changes.
      doctor: change.doctor === undefined && change.service === undefined ? null : doctor,
    }
    const visit = change.service === undefined ? was : changedService(change.service, was, clinic)
    const place = { location: was.location, serviceId: visit.serviceId, last: null }
    const days = { ...daysOf(input, place, moment), doctorId: doctor }
    await client.query(
      `UPDATE waiting_entries SET version = version + 1, from_day = $2, to_day = $3, weekdays = $4, part_of_day = $5, doctor_id = $6,
         service_id = $7, minutes = $8, urgent = $9, note = $10 WHERE id = $1`,
      [
        id,
        days.from,
        days.to,
        days.weekdays,
        days.partOfDay,
        days.doctorId,
        visit.serviceId,
        visit.minutes,
        change.urgent ?? was.urgent,
        or(change.note, was.note) ?? '',
      ],
    )
    const { staffId } = by
    // The note stays out of the trail.
    const details = { location: was.location, fields: Object.keys(change).sort() }
    await audit(client, { staffId, action: 'waiting.changed', subject: { kind: 'waiting', id }, details })
    return { kind: 'changed' }
  })
}

/** @throws HttpFailure 400 for a service that is not done there, or one for an appointment, whose service is fixed */
function changedService(id: string | null, was: Waits, clinic: Clinic): Pick<Waits, 'serviceId' | 'minutes'> {
  const service = clinic.services.find((one) => one.id === id)
  const isDone = id === null || (service !== undefined && isOfferedAt(clinic, was.location, service))
  if (was.appointmentId !== null || !isDone) throw invalidInput({ service: 'service_unknown' })
  return { serviceId: id, minutes: lengthOf(service) }
}

/**
 * Ends an entry, at once and for good.
 * @param whose an entry within a reach, of a verified patient, or of an appointment
 * @returns whether there was one that waits
 */
export function withdraw(
  pool: Pool,
  whose: { id: string; by: By } | { id: string; patientId: string } | { appointmentId: string },
  now: Date,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `UPDATE waiting_entries SET ended_at = $1, ended_as = 'withdrawn'
       WHERE ended_at IS NULL AND ($2::uuid IS NULL OR id = $2) AND ($3::text[] IS NULL OR location = ANY ($3))
         AND ($4::uuid IS NULL OR patient_id = $4) AND ($5::uuid IS NULL OR appointment_id = $5)
       RETURNING id`,
      [
        now,
        'id' in whose ? whose.id : null,
        'by' in whose ? whose.by.reach.locations : null,
        'patientId' in whose ? whose.patientId : null,
        'appointmentId' in whose ? whose.appointmentId : null,
      ],
    )
    for (const { id } of rows) {
      const staffId = 'by' in whose ? whose.by.staffId : null
      await audit(client, { staffId, action: 'waiting.removed', subject: { kind: 'waiting', id } })
    }
    return rows.length > 0
  })
}
