import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { ClaimedSlot, Offer } from '../../../contract/offer.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { clinicDate, clinicTime, isoWithOffset } from '../../../domain/clinic-time.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import { FULL_REACH } from '../../../domain/rights.ts'
import { tokenHash } from '../../accounts/auth/tokens.ts'
import { TELL_AFTER_MS } from '../../messages/jobs/change-notice-job.ts'
import {
  CONTACT_COLUMNS,
  contactHash,
  isContactOf,
  type StoredContact,
} from '../../patients/records/contacts.ts'
import type { SqlCall } from '../../platform/db/sql-function.ts'
import type { Events } from '../../platform/events/events.ts'
import { requestHashOf } from '../../platform/http/first-answer.ts'
import type { CurrentBlockers } from '../blocked/current.ts'
import { book, type NewBooking } from '../booking/book.ts'
import { personOfRecord } from '../booking/desk-person.ts'
import { moveAppointment } from '../changes/move.ts'
import type { Totals } from '../list/totals.ts'
import type { By } from './entries.ts'
import { HOLDS, IS_FREE } from './offer-state.ts'
import { serviceText } from './who-waits.ts'

type Database = Pick<Pool, 'query'>

/** 128 bits in base64url, like the own link of an appointment. */
const TOKEN_BYTES = 16
const TOKEN_PATTERN = /^[\w-]{22}$/

/** Owner of offers: those for an appointment, or the one of a token. */
export type Whose = { appointmentId: string } | { offerId: string }

/**
 * A link of its own for an offer to a person without an appointment. A retry makes another one, which alone is valid
 * then.
 * @param contact that the link goes to
 * @returns the token, 22 characters
 */
export async function mintOfferLink(db: Database, offerId: string, contact: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db.query('UPDATE offers SET token_hash = $2, contact_key = $3 WHERE id = $1', [
    offerId,
    tokenHash(token),
    contactHash(contact),
  ])
  return token
}

/**
 * The offer that a link opens, whatever became of it since; null: none, or one that went to a contact that is no longer the
 * patient's.
 */
export async function offerOfLink(
  db: Database,
  token: string,
  country: string,
): Promise<{ id: string; location: string } | null> {
  if (!TOKEN_PATTERN.test(token)) return null
  const { rows } = await db.query<StoredContact & { id: string; location: string; contact: string | null }>(
    `SELECT o.id, o.location, o.contact_key AS contact, ${CONTACT_COLUMNS}
     FROM offers o JOIN waiting_entries e ON e.id = o.entry_id JOIN patients p ON p.id = e.patient_id
     WHERE o.token_hash = $1`,
    [tokenHash(token)],
  )
  const [offer] = rows
  return offer && isContactOf(offer.contact, offer, country)
    ? { id: offer.id, location: offer.location }
    : null
}

/** The latest open offer with a free slot; null: none, or it was taken. */
export async function currentOffer(
  db: Database,
  whose: Whose,
  { clinic, now }: { clinic: Pick<Clinic, 'timeZone'>; now: Date },
): Promise<Offer | null> {
  const { rows } = await db.query<{ id: string; startsAt: Date; until: Date; doctor: Offer['doctor'] }>(
    `SELECT o.id, o.starts_at AS "startsAt", o.good_until AS until, jsonb_build_object('id', d.id, 'name', d.name) AS doctor
     FROM offers o JOIN waiting_entries e ON e.id = o.entry_id JOIN doctors d ON d.id = o.doctor_id
     WHERE ${HOLDS('$1')} AND ($2::uuid IS NULL OR e.appointment_id = $2) AND ($3::uuid IS NULL OR o.id = $3)
       AND ${IS_FREE}
     ORDER BY o.created_at DESC, o.starts_at LIMIT 1`,
    [now, 'appointmentId' in whose ? whose.appointmentId : null, 'offerId' in whose ? whose.offerId : null],
  )
  const [row] = rows
  if (!row) return null
  const iso = (at: Date) => isoWithOffset(at, clinic.timeZone)
  return { id: row.id, appointment_date: iso(row.startsAt), doctor: row.doctor, until: iso(row.until) }
}

/** Dependencies of a claim. */
export type ClaimParts = {
  pool: Pool
  bookingPool: Pool
  blockers: CurrentBlockers
  clinic: Clinic
  totals: Pick<Totals, 'forget'>
  events: Pick<Events, 'announce'>
}

export type ClaimOutcome =
  | { kind: 'claimed'; data: ClaimedSlot }
  /** The slot is taken, or the offer is over. */
  | { kind: 'gone' }

type Claimable = {
  id: string
  location: string
  doctorId: string
  doctorName: string
  /** The wanted doctor; null: any. */
  wishedDoctorId: string | null
  startsAt: Date
  endsAt: Date
  appointmentId: string | null
  reference: string | null
  patientId: string
  hasEmail: boolean
  serviceId: string | null
  language: LanguageCode
}

/**
 * Gives an offer's slot to its claimant, as one statement: the appointment moves there, or a first one is booked, the
 * offer is claimed and the entry ended, or nothing of it. One of all who are offered a slot gets it; a repeated claim
 * gets the first answer.
 * @param desk staff member who claims for them on the phone; null: they use their link
 */
export async function claimOffer(
  parts: ClaimParts,
  offerId: string,
  whose: Whose,
  now: Date,
  desk: By | null = null,
): Promise<ClaimOutcome> {
  const { rows } = await parts.pool.query<Claimable>(
    `SELECT o.id, o.location, o.doctor_id AS "doctorId", d.name AS "doctorName", e.doctor_id AS "wishedDoctorId", o.starts_at AS "startsAt",
       o.ends_at AS "endsAt", e.appointment_id AS "appointmentId", a.reference, e.patient_id AS "patientId",
       p.email <> '' AS "hasEmail",
       e.service_id AS "serviceId", e.language
     FROM offers o JOIN waiting_entries e ON e.id = o.entry_id JOIN doctors d ON d.id = o.doctor_id
     JOIN patients p ON p.id = e.patient_id LEFT JOIN appointments a ON a.id = e.appointment_id
     WHERE o.id = $1 AND ($2::uuid IS NULL OR e.appointment_id = $2) AND ($3::uuid IS NULL OR o.id = $3)
       AND ($4::text[] IS NULL OR o.location = ANY ($4))`,
    [
      offerId,
      'appointmentId' in whose ? whose.appointmentId : null,
      'offerId' in whose ? whose.offerId : null,
      desk?.reach.locations ?? null,
    ],
  )
  const [offer] = rows
  if (!offer) return { kind: 'gone' }
  return offer.appointmentId === null
    ? bookOffer(parts, offer, now, desk)
    : moveToOffer(parts, { ...offer, appointmentId: offer.appointmentId }, now, desk)
}

/** Key of an offer, so that a repeated claim meets it. */
const keyOf = ({ id }: Claimable) => `offer:${id}`

/**
 * Restricts a statement that moves or books to an open offer, and claims it with the result. Others wait for the offer
 * meanwhile, so that two presses of one person are one claim.
 */
const claiming =
  ({ id }: Claimable, now: Date) =>
  ({ name, text, values }: SqlCall): SqlCall => {
    const [offer, at] = [`$${values.length + 1}`, `$${values.length + 2}`]
    const isDone = `done.result IN ('moved', 'booked')`
    return {
      name: `${name}-by-offer`,
      text: `
        WITH offer AS MATERIALIZED (
          SELECT o.id, o.entry_id FROM offers o JOIN waiting_entries e ON e.id = o.entry_id
          WHERE o.id = ${offer} AND ${HOLDS(at)} FOR UPDATE
        ), done AS MATERIALIZED (
          SELECT did.* FROM offer, LATERAL (${text}) AS did
        ), claimed AS (
          UPDATE offers SET claimed_at = ${at} FROM offer, done WHERE offers.id = offer.id AND ${isDone}
        ), ended AS (
          UPDATE waiting_entries SET ended_at = ${at}, ended_as = 'claimed' FROM offer, done
          WHERE waiting_entries.id = offer.entry_id AND ${isDone}
        )
        SELECT * FROM done`,
      values: [...values, id, now],
    }
  }

async function moveToOffer(
  { bookingPool, blockers, clinic, totals, events }: ClaimParts,
  offer: Claimable & { appointmentId: string },
  now: Date,
  desk: By | null,
): Promise<ClaimOutcome> {
  const { timeZone } = clinic
  const { appointmentId: id, location, doctorId, startsAt } = offer
  const move = {
    location,
    appointment_date: clinicDate(startsAt, timeZone),
    start_time: clinicTime(startsAt, timeZone),
    doctor: doctorId,
    duration: null,
  }
  const outcome = await moveAppointment(
    { pool: bookingPool, blockers, clinic },
    {
      id,
      version: null,
      key: keyOf(offer),
      // A person who was called knows already; a mail brings their calendar the new time.
      change: { change: 'move', move, notify: desk === null || offer.hasEmail, undo: false, override: null },
      offer: { id: offer.id, wishedDoctorId: offer.wishedDoctorId, around: claiming(offer, now) },
    },
    { staffId: desk?.staffId ?? null, reach: desk?.reach ?? FULL_REACH, now },
  )
  if (outcome.kind === 'moved') {
    totals.forget()
    const { version } = outcome.answer
    const left = outcome.from.doctorId
    events.announce({ type: 'appointment', change: 'changed', id, location, version, left })
  }
  // 'done': it is there already, by this offer or by the desk.
  const isThere = outcome.kind === 'moved' || outcome.kind === 'repeated' || outcome.kind === 'done'
  if (!isThere) return { kind: 'gone' }
  return { kind: 'claimed', data: asClaimed(offer, offer.reference ?? '', timeZone) }
}

async function bookOffer(
  { pool, bookingPool, blockers, clinic, totals, events }: ClaimParts,
  offer: Claimable,
  now: Date,
  desk: By | null,
): Promise<ClaimOutcome> {
  const { location, doctorId, doctorName, startsAt, endsAt, serviceId } = offer
  const found = await personOfRecord(pool, offer.patientId)
  const service = clinic.services.find(({ id }) => id === serviceId)
  if (!found) return { kind: 'gone' }
  const appointment_date = isoWithOffset(startsAt, clinic.timeZone)
  const duration = (endsAt.getTime() - startsAt.getTime()) / 60_000
  const booking: NewBooking = {
    key: keyOf(offer),
    requestHash: requestHashOf({ offer: offer.id }),
    person: found.person,
    location,
    service: {
      id: service?.id ?? null,
      text: serviceText(serviceId, clinic.services),
      tariff: service?.tariff ?? null,
    },
    appointmentType: service?.type ?? 'consultation',
    startsAt,
    endsAt,
    complaint: '',
    language: offer.language,
    doctorIds: [doctorId],
    doctors: { [doctorId]: { id: doctorId, name: doctorName } },
    doctorChosen: offer.wishedDoctorId === doctorId,
    consentText: null,
    bookedBy: desk?.staffId ?? null,
    answer: (reference) => ({
      doctor: { id: doctorId, name: doctorName },
      duration,
      reference,
      appointment_date,
    }),
    override: false,
    overBlockers: false,
    status: desk ? 'confirmed' : 'open',
    atDesk: desk && {
      channel: 'phone',
      reachable: true,
      waitingSince: null,
      urgent: false,
      overrides: [],
      overriddenBlockers: [],
      reason: null,
      tellAt: offer.hasEmail ? new Date(now.getTime() + TELL_AFTER_MS) : null,
      notedBy: null,
    },
  }
  const outcome = await book(booking, {
    pool: bookingPool,
    blockers,
    now,
    openAppointmentsPerContact: null,
    caller: null,
    isProven: false,
    clinic,
    around: claiming(offer, now),
  })
  if (outcome.kind === 'booked') {
    totals.forget()
    const id = outcome.appointmentId
    events.announce({ type: 'appointment', change: 'booked', id, location, version: 1 })
  }
  if (outcome.kind !== 'booked' && outcome.kind !== 'repeated') return { kind: 'gone' }
  return { kind: 'claimed', data: asClaimed(offer, outcome.answer.reference, clinic.timeZone) }
}

const asClaimed = (
  { startsAt, doctorId, doctorName }: Claimable,
  reference: string,
  timeZone: string,
): ClaimedSlot => ({
  appointment_date: isoWithOffset(startsAt, timeZone),
  doctor: { id: doctorId, name: doctorName },
  reference,
})
