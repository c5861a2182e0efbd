import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Booked } from '../../contract/booking.ts'
import { rotate } from '../../domain/booking.ts'
import type { LanguageCode } from '../../domain/languages.ts'
import { newReference } from '../../domain/reference.ts'
import type { CurrentBlockers } from '../blockers/current.ts'
import {
  type BookingResult,
  bookingCall,
  FIRST_ANSWER,
  FORGET_KEY,
  KEY_TAKEN,
  REFERENCE_TAKEN,
} from './booking-function.ts'
import type { Person } from './person.ts'

/** A booking that has been checked against the clinic's facts and is ready to be stored. */
export type NewBooking = {
  key: string
  /** Same key, same hash: the same booking. */
  requestHash: string
  person: Person
  location: string
  service: { id: string | null; text: string; tariff: number | null }
  appointmentType: string
  startsAt: Date
  endsAt: Date
  complaint: string
  /** What the patient is written to in. */
  language: LanguageCode
  /** The doctors who may take it and are there, by id; the chosen one alone when there is one. */
  doctorIds: readonly string[]
  doctorChosen: boolean
  /** Id of the staff member who books; null: the patient does. */
  bookedBy: string | null
  /** What the caller is answered once there is a reference. */
  answer(reference: string): Booked
  /** Whether a verified patient books beside an overlapping visit of theirs. */
  override: boolean
  /** Whether it is booked though a blocker lies over it. Over another visit it never is. */
  overBlockers: boolean
  /** What it is from the start. */
  status: 'open' | 'confirmed'
}

export type BookingRules = {
  pool: Pick<Pool, 'query'>
  blockers: CurrentBlockers
  now: Date
  /**
   * Open appointments that a verified patient may have, and that one caller may book for one email or phone number without
   * a proof; with proofs it is twice as many. Null lifts the limit.
   */
  openAppointmentsPerContact: number | null
  /** Where a stranger's booking came from, as `callerMarks` has it; null for patients and staff. */
  caller: string | null
  /** Whether the call brought a proof of work. */
  isProven: boolean
}

export type BookingOutcome =
  | { kind: 'booked'; answer: Booked; appointmentId: string }
  | { kind: 'repeated'; answer: Booked }
  | {
      kind: 'slot_taken' | 'key_reused' | 'too_many_appointments' | 'proof_required' | 'same_person_same_time'
    }

/** More tries than one are for deadlocks, which the database breaks, for old keys, and for a reference met by chance. */
const TRIES = 3

/**
 * Books, exactly once per key (docs/decisions/003). Without a chosen doctor they are tried in rotating order until
 * one takes it. That two bookings never hold one doctor's time is kept by the database.
 * @throws the database's error when it is away, or when a lock was not to be had within 5 seconds
 */
export async function book(booking: NewBooking, rules: BookingRules): Promise<BookingOutcome> {
  const doctorIds = rotate(booking.doctorIds, randomInt(1_000_000))
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = booking.answer(newReference(randomBytes))
      const appointmentId = randomUUID()
      const result = await storeUnlessBlocked({ ...booking, doctorIds, appointmentId }, answer, rules)
      if (result === 'booked') return { kind: 'booked', answer, appointmentId }
      // Before anything is refused: was this booking made already, and only the answer lost on its way?
      return (await firstAnswer(rules.pool, booking.key, booking.requestHash)) ?? { kind: result }
    } catch (error) {
      if (attempt === TRIES) throw error
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (constraint === KEY_TAKEN) {
        // A parallel twin was first, or the key is an old one.
        const first = await firstAnswer(rules.pool, booking.key, booking.requestHash)
        if (first) return first
        await rules.pool.query({ ...FORGET_KEY, values: [booking.key] })
      } else if (code !== DEADLOCK && constraint !== REFERENCE_TAKEN) throw error
    }
  }
}

const DEADLOCK = '40P01'

type IdentifiedBooking = NewBooking & { appointmentId: string }

/**
 * Stores a booking that no blocker lies over. It is checked against the blockers this process knows; the database
 * says when those are no longer the current ones, and they are read again, as often as they change.
 */
async function storeUnlessBlocked(
  booking: IdentifiedBooking,
  answer: Booked,
  rules: BookingRules,
): Promise<Exclude<BookingResult, 'blockers_changed'>> {
  if (booking.overBlockers) return unblocked(await store(booking, answer, null, rules))
  let blockers = await rules.blockers.lastKnown()
  for (;;) {
    if (blockers.cover(booking.location, booking)) {
      const latest = await rules.blockers.latest()
      if (latest.version === blockers.version) return 'slot_taken'
      blockers = latest
    } else {
      const result = await store(booking, answer, blockers.version, rules)
      if (result !== 'blockers_changed') return result
      blockers = await rules.blockers.latest()
    }
  }
}

/** Not checked against any version, so it is never told of another. */
function unblocked(result: BookingResult): Exclude<BookingResult, 'blockers_changed'> {
  if (result === 'blockers_changed') throw new Error('A booking over blockers was checked against them.')
  return result
}

/** @param blockersVersion that the booking was checked against; null: against none */
async function store(
  booking: IdentifiedBooking,
  answer: Booked,
  blockersVersion: number | null,
  { pool, now, openAppointmentsPerContact, caller, isProven }: BookingRules,
): Promise<BookingResult> {
  const { person, service } = booking
  const visitor = person.kind === 'visitor' ? person : null
  const { rows } = await pool.query<{ result: BookingResult }>(
    bookingCall({
      p_key: booking.key,
      p_request_hash: booking.requestHash,
      p_answer: answer,
      p_appointment_id: booking.appointmentId,
      p_reference: answer.reference,
      p_doctor_ids: booking.doctorIds,
      p_doctor_chosen: booking.doctorChosen,
      p_location: booking.location,
      p_service_id: service.id,
      p_service_text: service.text,
      p_appointment_type: booking.appointmentType,
      p_tariff: service.tariff,
      p_starts_at: booking.startsAt,
      p_ends_at: booking.endsAt,
      p_status: booking.status,
      p_complaint: booking.complaint,
      p_language: booking.language,
      p_registered: person.kind === 'patient',
      p_patient_id: person.kind === 'patient' ? person.id : randomUUID(),
      p_first_name: visitor?.firstName,
      p_last_name: visitor?.lastName,
      p_email: person.email,
      p_email_key: visitor?.emailKey,
      p_phone: person.phone,
      p_phone_e164: visitor?.phoneE164,
      p_gender: visitor?.gender,
      p_nationality: visitor?.nationality,
      p_address: visitor?.address,
      p_age: visitor?.age,
      p_age_given_on: visitor?.ageGivenOn,
      p_open_limit: openAppointmentsPerContact,
      p_caller: caller,
      p_proven: isProven,
      p_override: booking.override,
      p_now: now,
      p_blockers: blockersVersion,
      p_booked_by: booking.bookedBy,
    }),
  )
  return rows[0]?.result ?? 'slot_taken'
}

/** What the key was answered within the last 24 hours, or null when it is new. */
export async function firstAnswer(
  pool: BookingRules['pool'],
  key: string,
  requestHash: string,
): Promise<BookingOutcome | null> {
  const { rows } = await pool.query<{ requestHash: string; answer: Booked }>({
    ...FIRST_ANSWER,
    values: [key],
  })
  const [first] = rows
  if (!first) return null
  return first.requestHash === requestHash
    ? { kind: 'repeated', answer: first.answer }
    : { kind: 'key_reused' }
}
