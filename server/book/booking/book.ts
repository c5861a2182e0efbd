import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { Channel } from '../../../contract/appointments.ts'
import type { Booked } from '../../../contract/booking.ts'
import { rotate } from '../../../domain/booking.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import { newReference } from '../../../domain/reference.ts'
import { DEFAULT_REMINDERS, earliestReminder } from '../../../domain/reminders.ts'
import { storedDetails } from '../../accounts/audit/details.ts'
import type { SqlCall } from '../../platform/db/sql-function.ts'
import { firstAnswer, forgetOldKey, KEY_TAKEN, type Repeated } from '../../platform/http/first-answer.ts'
import type { CurrentBlockers } from '../blocked/current.ts'
import type { BlockedPart } from '../blocked/overridden.ts'
import type { Person } from '../visits/person.ts'
import { BOOK, type BookingResult, REFERENCE_TAKEN } from './booking-function.ts'

/** A booking that has been checked against the clinic's facts and is ready to be stored. */
export type NewBooking<Answer extends { reference: string } = Booked> = {
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
  /** Language of the patient's messages. */
  language: LanguageCode
  /** The possible doctors who are there, by id; the chosen one alone when there is one. */
  doctorIds: readonly string[]
  doctorChosen: boolean
  /** Doctors by id, as the answer names them. */
  doctors: Readonly<Record<string, { id: string; name: string }>>
  /** The day of the text of /privacy that the patient agreed to by booking; null: none was shown. */
  consentText: string | null
  /** Id of the staff member who books; null: the patient does. */
  bookedBy: string | null
  /** Builds the answer once there is a reference. */
  answer(reference: string, appointmentId: string): Answer
  /** Whether a verified patient books beside an overlapping appointment of theirs. */
  override: boolean
  /** Whether it is booked despite a blocker. It never overlaps another appointment. */
  overBlockers: boolean
  /** Initial status. */
  status: 'open' | 'confirmed'
  /** Fields of the desk; null: a booking by the wizard. */
  atDesk: AtDesk | null
}

export type AtDesk = {
  channel: Channel
  reachable: boolean
  /** Arrival of a walk-in without a slot; the appointment takes no time then. */
  waitingSince: Date | null
  urgent: boolean
  /** Broken rules and the reason. The reason stays with the appointment, as it may be about the patient. */
  overrides: readonly ('closed' | 'blocker' | 'same_person')[]
  /** Parts of its time taken by blockers. */
  overriddenBlockers: readonly BlockedPart[]
  reason: string | null
  /** Time of the message to the patient; null: none. */
  tellAt: Date | null
  /** Author of an offline request; null: the booker. */
  notedBy: { id: string; name: string } | null
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
  /** Origin of a stranger's booking, as `callerMarks` has it; null for patients and staff. */
  caller: string | null
  /** Whether the call brought a proof of work. */
  isProven: boolean
  /** Settings that decide when the first reminder may be due. */
  clinic: Pick<Clinic, 'reminders' | 'timeZone'>
  /** Makes the booking a part of a statement that does more. */
  around?: (call: SqlCall) => SqlCall
}

export type BookingOutcome<Answer = Booked> =
  | { kind: 'booked'; answer: Answer; appointmentId: string }
  | Repeated<Answer>
  | { kind: 'slot_taken' | 'too_many_appointments' | 'proof_required' | 'same_person_same_time' }

/** Retries for deadlocks, which the database breaks, for old keys, and for a reference that exists by chance. */
const TRIES = 3

/**
 * Books, exactly once per key (docs/decisions/003). Without a chosen doctor they are tried in rotating order until one
 * takes it. The database ensures that two bookings never share one doctor's time.
 * @throws the database's error when it is down, or when a lock was not available within 5 seconds
 */
export async function book<Answer extends { reference: string }>(
  booking: NewBooking<Answer>,
  rules: BookingRules,
): Promise<BookingOutcome<Answer>> {
  const doctorIds = rotate(booking.doctorIds, randomInt(1_000_000))
  for (let attempt = 1; ; attempt++) {
    try {
      const appointmentId = randomUUID()
      const planned = booking.answer(newReference(randomBytes), appointmentId)
      const { result, answer } = await storeUnlessBlocked(
        { ...booking, doctorIds, appointmentId },
        planned,
        rules,
      )
      if (result === 'booked') return { kind: 'booked', answer: answer ?? planned, appointmentId }
      // Before anything is refused: was this booking made already, and only the answer lost on its way?
      return (await firstAnswer<Answer>(rules.pool, booking.key, booking.requestHash)) ?? { kind: result }
    } catch (error) {
      if (attempt === TRIES) throw error
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (constraint === KEY_TAKEN) {
        // A parallel twin was first, or the key is an old one.
        const first = await firstAnswer<Answer>(rules.pool, booking.key, booking.requestHash)
        if (first) return first
        await forgetOldKey(rules.pool, booking.key)
      } else if (code !== DEADLOCK && constraint !== REFERENCE_TAKEN) throw error
    }
  }
}

/** The database's code for a deadlock, which it has broken: the same can be tried again. */
export const DEADLOCK = '40P01'

type IdentifiedBooking<Answer extends { reference: string }> = NewBooking<Answer> & { appointmentId: string }
type Unblocked = Exclude<BookingResult, 'blockers_changed'>
type StoredResult<Answer, Result = BookingResult> = { result: Result; answer: Answer | null }

/**
 * Stores a booking that no blocker covers, with a doctor who is not on leave. It is checked against this process's copy
 * of the blockers; the database reports when the copy is outdated, and it is read again, as often as it changes.
 */
async function storeUnlessBlocked<Answer extends { reference: string }>(
  booking: IdentifiedBooking<Answer>,
  answer: Answer,
  rules: BookingRules,
): Promise<StoredResult<Answer, Unblocked>> {
  if (booking.overBlockers) return unblocked(await store(booking, answer, null, rules))
  let blockers = await rules.blockers.lastKnown()
  for (;;) {
    const { location } = booking
    const isCovered = blockers.cover(location, booking)
    const present = isCovered ? [] : booking.doctorIds.filter((id) => !blockers.isAway(id, location, booking))
    if (present.length === 0) {
      const latest = await rules.blockers.latest()
      if (latest.version === blockers.version) return { result: 'slot_taken', answer: null }
      blockers = latest
    } else {
      const { result, answer: stored } = await store(
        { ...booking, doctorIds: present },
        answer,
        blockers.version,
        rules,
      )
      if (result !== 'blockers_changed') return { result, answer: stored }
      blockers = await rules.blockers.latest()
    }
  }
}

/** Not checked against any version, so it never conflicts. */
function unblocked<Answer>({ result, answer }: StoredResult<Answer>): StoredResult<Answer, Unblocked> {
  if (result === 'blockers_changed') throw new Error('A booking over blockers was checked against them.')
  return { result, answer }
}

/** @param blockersVersion that the booking was checked against; null: against none */
async function store<Answer extends { reference: string }>(
  booking: IdentifiedBooking<Answer>,
  answer: Answer,
  blockersVersion: number | null,
  { pool, now, openAppointmentsPerContact, caller, isProven, clinic, around = (call) => call }: BookingRules,
): Promise<StoredResult<Answer>> {
  const { person, service, atDesk } = booking
  const visitor = person.kind === 'visitor' ? person : null
  const { rows } = await pool.query<StoredResult<Answer>>(
    around(
      BOOK.call({
        key: booking.key,
        request_hash: booking.requestHash,
        answer,
        appointment_id: booking.appointmentId,
        reference: answer.reference,
        doctor_ids: booking.doctorIds,
        doctor_chosen: booking.doctorChosen,
        location: booking.location,
        service_id: service.id,
        service_text: service.text,
        appointment_type: booking.appointmentType,
        tariff: service.tariff,
        starts_at: booking.startsAt,
        ends_at: booking.endsAt,
        status: booking.status,
        complaint: booking.complaint,
        language: booking.language,
        registered: person.kind === 'patient',
        patient_id: person.kind === 'patient' ? person.id : randomUUID(),
        first_name: visitor?.firstName ?? null,
        last_name: visitor?.lastName ?? null,
        email: person.email ?? null,
        email_key: visitor?.emailKey || null,
        phone: person.phone ?? null,
        phone_e164: visitor?.phoneE164 ?? null,
        gender: visitor?.gender ?? null,
        nationality: visitor?.nationality ?? null,
        address: visitor?.address ?? null,
        age: visitor?.age ?? null,
        age_given_on: visitor?.ageGivenOn ?? null,
        guardian: person.guardian ?? null,
        consent_text: booking.consentText,
        open_limit: openAppointmentsPerContact,
        caller,
        proven: isProven,
        override: booking.override,
        now,
        blockers: blockersVersion,
        booked_by: booking.bookedBy,
        at_desk: atDesk !== null,
        channel: atDesk?.channel ?? 'web',
        reachable: atDesk?.reachable ?? true,
        waiting_since: atDesk?.waitingSince ?? null,
        urgent: atDesk?.urgent ?? false,
        overrides: atDesk?.overrides ?? [],
        overridden_blockers: atDesk?.overriddenBlockers ?? [],
        doctors: Object.fromEntries(booking.doctorIds.map((id) => [id, booking.doctors[id]])),
        tell_at: atDesk?.tellAt ?? null,
        details: storedDetails({
          location: booking.location,
          ...(atDesk && { channel: atDesk.channel }),
          ...(atDesk && atDesk.reason !== null && { overrides: atDesk.overrides }),
          ...(atDesk?.notedBy && { notedBy: atDesk.notedBy.id, notedByName: atDesk.notedBy.name }),
        }),
        reason: atDesk?.reason ?? null,
        remind_at: earliestReminder(booking.startsAt, clinic.reminders ?? DEFAULT_REMINDERS, clinic.timeZone),
      }),
    ),
  )
  return rows[0] ?? { result: 'slot_taken', answer: null }
}
