import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Booked } from '../../contract/booking.ts'
import { rotate } from '../../domain/booking.ts'
import { referenceFrom } from '../../domain/reference.ts'
import { sentTogether } from '../db/sent-together.ts'
import {
  FORGET_KEY,
  KEY_TAKEN,
  LOCK_CONTACTS,
  LOCK_LOCATION,
  TAKE_SLOT,
  TAKE_SLOT_WITHIN_LIMIT,
  WHY_NOT,
} from './booking-statements.ts'

/** A booking that has been checked against the clinic's facts and is ready to be stored. */
export type NewBooking = {
  key: string
  /** Same key, same hash: the same booking. */
  requestHash: string
  patient: {
    firstName: string
    lastName: string
    email: string
    emailKey: string
    phone: string
    phoneE164: string | null
    gender: string | null
    nationality: string | null
    address: string
    age: number | null
    /** The clinic's day on which the age was given. */
    ageGivenOn: string | null
  }
  location: string
  service: { id: string | null; text: string; tariff: number | null }
  appointmentType: string
  startsAt: Date
  endsAt: Date
  complaint: string
  /** The doctors who may take it, by id; the chosen one alone when there is one. */
  doctorIds: readonly string[]
  doctorChosen: boolean
  /** What the caller is answered once there is a reference. */
  answer(reference: string): Booked
}

export type BookingRules = {
  pool: Pool
  now: Date
  /** Open appointments allowed per email or phone number; null lifts the limit. */
  openAppointmentsPerContact: number | null
}

export type BookingOutcome =
  | { kind: 'booked'; answer: Booked }
  | { kind: 'repeated'; answer: Booked }
  | { kind: 'slot_taken' | 'key_reused' | 'too_many_appointments' }

/**
 * Books, exactly once per key (docs/decisions/003). Without a chosen doctor the free ones are tried in rotating
 * order until one takes it. That two bookings never hold one doctor's time is kept by the database.
 * @throws the database's error when it is away, or when a lock was not to be had within 5 seconds
 */
export async function book(booking: NewBooking, rules: BookingRules): Promise<BookingOutcome> {
  const doctorIds = rotate(booking.doctorIds, randomInt(1_000_000))
  const client = await rules.pool.connect()
  let broken: Error | undefined
  try {
    // Each lost race takes at least one doctor out; the further tries are for deadlocks and old keys.
    for (let attempt = 0; attempt < doctorIds.length + 3; attempt++) {
      const answer = booking.answer(newReference())
      const taken = await takeSlot(client, { ...booking, doctorIds }, rules, answer).catch((error) => {
        if (!isWorthAnotherLook(error)) throw error
        return false
      })
      if (taken) return { kind: 'booked', answer }
      const outcome = await whyNot(client, booking, rules)
      if (outcome) return outcome
    }
    return { kind: 'slot_taken' }
  } catch (error) {
    // A transaction may be open, or the connection may be gone: in both cases it is not for others to use.
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

/** A parallel twin claimed the key first, or the database broke a deadlock: no fault, and nothing was written. */
function isWorthAnotherLook({ code, constraint }: Error & { code?: string; constraint?: string }): boolean {
  return code === DEADLOCK || constraint === KEY_TAKEN
}

const DEADLOCK = '40P01'

/**
 * The whole transaction, sent at once: locks, the booking, the end. After a failed statement the end undoes it.
 * False: nothing was written.
 */
async function takeSlot(
  client: PoolClient,
  booking: NewBooking,
  { now, openAppointmentsPerContact }: BookingRules,
  answer: Booked,
): Promise<boolean> {
  const { patient, service } = booking
  const values = [
    booking.key,
    booking.requestHash,
    answer,
    randomUUID(),
    answer.reference,
    randomUUID(),
    booking.doctorIds,
    booking.doctorChosen,
    booking.location,
    service.id,
    service.text,
    booking.appointmentType,
    service.tariff,
    booking.startsAt,
    booking.endsAt,
    booking.complaint,
    patient.firstName,
    patient.lastName,
    patient.email,
    patient.emailKey,
    patient.phone,
    patient.phoneE164,
    patient.gender,
    patient.nationality,
    patient.address,
    patient.age,
    patient.ageGivenOn,
  ]
  const limited = openAppointmentsPerContact !== null
  const contacts = [patient.emailKey, patient.phoneE164].filter((contact) => contact !== null)
  const [, , , taken] = await sentTogether(client, () =>
    Promise.all([
      client.query('BEGIN'),
      client.query({ ...LOCK_LOCATION, values: [booking.location] }),
      limited ? client.query({ ...LOCK_CONTACTS, values: [contacts] }) : null,
      client.query<{ booked: number }>(
        limited
          ? { ...TAKE_SLOT_WITHIN_LIMIT, values: [...values, now, openAppointmentsPerContact] }
          : { ...TAKE_SLOT, values },
      ),
      client.query('COMMIT'),
    ]),
  )
  return taken?.rows[0]?.booked === 1
}

/** The reason, or null when another try may succeed: this one lost a race and someone else is free. */
async function whyNot(
  client: PoolClient,
  { key, requestHash, patient, doctorIds, startsAt, endsAt }: NewBooking,
  { now, openAppointmentsPerContact }: BookingRules,
): Promise<BookingOutcome | null> {
  const { rows } = await client.query<{
    first: { requestHash: string; answer: Booked } | null
    open: number
    freeDoctor: string | null
  }>({
    ...WHY_NOT,
    values: [key, patient.emailKey, patient.phoneE164, now, doctorIds, startsAt, endsAt],
  })
  const [why] = rows
  // Before anything is refused: was this booking made already, and only the answer lost on its way?
  if (why?.first) {
    const { answer } = why.first
    return why.first.requestHash === requestHash ? { kind: 'repeated', answer } : { kind: 'key_reused' }
  }
  if (openAppointmentsPerContact !== null && (why?.open ?? 0) >= openAppointmentsPerContact) {
    return { kind: 'too_many_appointments' }
  }
  if (!why?.freeDoctor) return { kind: 'slot_taken' }
  await client.query({ ...FORGET_KEY, values: [key] })
  return null
}

function newReference(): string {
  for (;;) {
    const reference = referenceFrom(randomBytes(16))
    if (reference !== null) return reference
  }
}
