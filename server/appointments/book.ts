import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Booked } from '../../contract/booking.ts'
import { rotate } from '../../domain/booking.ts'
import { referenceFrom } from '../../domain/reference.ts'
import {
  BUSY_DOCTORS,
  FIRST_ANSWER,
  LOCK_CONTACTS,
  LOCK_LOCATION,
  OPEN_APPOINTMENTS,
  TAKE_SLOT,
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
  /** What the caller is answered once a doctor and a reference are known. */
  answer(reference: string, doctorId: string): Booked
}

export type BookingRules = {
  pool: Pool
  now: Date
  /** Open appointments allowed per email or phone number; null lifts the limit. */
  openAppointmentsPerContact: number | null
  /** Puts the confirmation into the booking's own transaction. */
  enqueueConfirmation(client: PoolClient, appointmentId: string): Promise<unknown>
}

export type BookingOutcome =
  | { kind: 'booked'; answer: Booked }
  | { kind: 'repeated'; answer: Booked }
  | { kind: 'slot_taken' | 'key_reused' | 'too_many_appointments' }

/** A race that was lost to another booking, or a deadlock: the next try sees the new state. */
const LOST = { kind: 'lost' } as const

/**
 * Books, exactly once per key (docs/decisions/004). Without a chosen doctor the free ones are tried in rotating
 * order until one takes it. That two bookings never hold one doctor's time is kept by the database.
 * @throws the database's error when it is away, or when a lock was not to be had within 5 seconds
 */
export async function book(booking: NewBooking, rules: BookingRules): Promise<BookingOutcome> {
  const turn = randomInt(1_000_000)
  // Each lost race takes at least one doctor out; two more tries are for deadlocks.
  for (let attempt = 0; attempt < booking.doctorIds.length + 3; attempt++) {
    const outcome = await inTransaction(rules.pool, (client) => attemptBooking(client, booking, rules, turn))
    if (outcome.kind !== 'lost') return outcome
  }
  return { kind: 'slot_taken' }
}

type Attempt = BookingOutcome | typeof LOST

async function attemptBooking(
  client: PoolClient,
  booking: NewBooking,
  rules: BookingRules,
  turn: number,
): Promise<Attempt> {
  const { patient, requestHash, startsAt, endsAt } = booking
  const contacts = [patient.emailKey, patient.phoneE164].filter((contact) => contact !== null)
  const limit = rules.openAppointmentsPerContact

  // Sent together; each sees what the ones before it have locked.
  const [, , , open, busy] = await Promise.all([
    client.query('BEGIN'),
    client.query({ ...LOCK_LOCATION, values: [booking.location] }),
    limit === null ? null : client.query({ ...LOCK_CONTACTS, values: [contacts] }),
    limit === null
      ? null
      : client.query<{ open: number }>({
          ...OPEN_APPOINTMENTS,
          values: [patient.emailKey, patient.phoneE164, rules.now],
        }),
    // With one doctor the insert itself finds out.
    booking.doctorIds.length === 1
      ? null
      : client.query<{ doctorId: string }>({
          ...BUSY_DOCTORS,
          values: [booking.doctorIds, startsAt, endsAt],
        }),
  ])
  if (limit !== null && (open?.rows[0]?.open ?? 0) >= limit) {
    return (await repetition(client, booking)) ?? { kind: 'too_many_appointments' }
  }
  const busyIds = new Set(busy?.rows.map((row) => row.doctorId))
  const [doctorId] = rotate(
    booking.doctorIds.filter((id) => !busyIds.has(id)),
    turn,
  )
  if (doctorId === undefined) return (await repetition(client, booking)) ?? { kind: 'slot_taken' }

  const appointmentId = randomUUID()
  const reference = newReference()
  const answer = booking.answer(reference, doctorId)
  const taken = await client.query<{ claimed: number; booked: number }>({
    ...TAKE_SLOT,
    values: [
      booking.key,
      requestHash,
      answer,
      appointmentId,
      reference,
      randomUUID(),
      doctorId,
      booking.doctorChosen,
      booking.location,
      booking.service.id,
      booking.service.text,
      booking.appointmentType,
      booking.service.tariff,
      startsAt,
      endsAt,
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
    ],
  })
  const { claimed, booked } = taken.rows[0] ?? { claimed: 0, booked: 0 }
  if (claimed === 0) return (await repetition(client, booking)) ?? LOST
  // Another booking has the time: what was written here must go, and the next doctor may have it free.
  if (booked === 0) return booking.doctorIds.length === 1 ? { kind: 'slot_taken' } : LOST
  await Promise.all([rules.enqueueConfirmation(client, appointmentId), client.query('COMMIT')])
  return { kind: 'booked', answer }
}

/** Runs an attempt on one connection; unless it committed, nothing of it stays. */
async function inTransaction(
  pool: Pool,
  attempt: (client: PoolClient) => Promise<Attempt>,
): Promise<Attempt> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const outcome = await attempt(client)
    if (outcome.kind !== 'booked') await client.query('ROLLBACK')
    return outcome
  } catch (error) {
    await client.query('ROLLBACK').catch((reason: Error) => {
      broken = reason
    })
    if ((error as { code?: unknown }).code === DEADLOCK) return LOST
    throw error
  } finally {
    client.release(broken)
  }
}

const DEADLOCK = '40P01'

/** Before anything is refused: was this booking made already, and only the answer lost on its way? */
async function repetition(
  client: PoolClient,
  { key, requestHash }: NewBooking,
): Promise<BookingOutcome | null> {
  const { rows } = await client.query<{ requestHash: string; answer: Booked }>({
    ...FIRST_ANSWER,
    values: [key],
  })
  const [first] = rows
  if (!first) return null
  return first.requestHash === requestHash
    ? { kind: 'repeated', answer: first.answer }
    : { kind: 'key_reused' }
}

function newReference(): string {
  for (;;) {
    const reference = referenceFrom(randomBytes(16))
    if (reference !== null) return reference
  }
}
