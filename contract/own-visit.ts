import * as v from 'valibot'
import { areFewDays, DayAvailability } from './availability.ts'
import { answerOf } from './envelope.ts'
import { CancelReason, ClinicDate, type FieldMessage, Id, optionalField, TimeOfDay } from './fields.ts'
import { Offer } from './waiting-list.ts'

const dateInvalid: FieldMessage = 'date_invalid'

/**
 * A visit as whoever has its link sees it: when, where, with whom. Never a name, a complaint, or another visit.
 * Instants have an offset.
 */
export const OwnVisit = v.object({
  reference: v.string(),
  /** Initials of the patient's names: 'A. O.'. */
  initials: v.string(),
  status: v.picklist(['open', 'confirmed', 'cancelled']),
  appointment_date: v.string(),
  end: v.string(),
  /** Minutes. */
  duration: v.number(),
  place: v.object({ name: v.string(), address: v.string(), phone: v.nullable(v.string()) }),
  doctor: v.string(),
  /** When the patient said that they come; null: not yet, or not since it was moved. */
  patientConfirmedAt: v.nullable(v.string()),
  /** They wish to be called, and nobody has called yet. */
  askedToCall: v.boolean(),
  /** Until when it can be confirmed, moved or cancelled here; then one calls. */
  changeUntil: v.string(),
  /** Whether it can now: not when that is over, it is cancelled, or the patient is there. */
  canChange: v.boolean(),
  /** Until when its patient can take back that they cancelled it; null: they did not, or no longer. */
  keepUntil: v.nullable(v.string()),
  /** A time that became free and was offered to them, as long as it can be had; null: none. */
  offer: v.nullable(Offer),
  /** Whether they wait for an earlier time. */
  waits: v.boolean(),
  /** For the calendar's entry. */
  version: v.number(),
  /** What the patient is written to in. */
  language: v.string(),
})
export type OwnVisit = v.InferOutput<typeof OwnVisit>
export const OwnVisitAnswer = answerOf(OwnVisit)

/** POST /visit/cancel */
export const CancelOwnVisit = v.object({ reason: optionalField(CancelReason) })

/**
 * POST /visit/move: a free time at the same location, by a booking's rules. The doctor stays, unless the patient agrees to
 * another one.
 */
export const MoveOwnVisit = v.object({
  appointment_date: ClinicDate,
  start_time: TimeOfDay,
  /** Another doctor, to whom the patient agrees; null: their own. */
  doctor: optionalField(Id),
})
export type MoveOwnVisit = v.InferOutput<typeof MoveOwnVisit>

/** GET /visit/times: days in clinic time, both included. */
export const OwnVisitTimes = v.pipe(
  v.object({ from: ClinicDate, to: ClinicDate }),
  v.forward(v.partialCheck([['from'], ['to']], areFewDays, dateInvalid), ['to']),
)
/** Times of a day that the appointment could be moved to, its own left out. */
export const OwnVisitDay = v.object({
  ...DayAvailability.entries,
  /** Times at which its doctor is not free, each with one who is. */
  others: v.array(v.object({ time: v.string(), doctor: v.object({ id: v.string(), name: v.string() }) })),
})
export type OwnVisitDay = v.InferOutput<typeof OwnVisitDay>
export const OwnVisitTimesAnswer = answerOf(v.array(OwnVisitDay))
