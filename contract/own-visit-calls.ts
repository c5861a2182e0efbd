import * as v from 'valibot'
import { DayAvailability, isPermittedSpan } from './availability.ts'
import { answerOf } from './envelope.ts'
import { CancelReason, ClinicDate, type FieldMessage, Id, optionalField, TimeOfDay } from './fields.ts'

/* Apart from the readable part: an appointment's page begins without the fields. */

const dateInvalid: FieldMessage = 'date_invalid'

/** POST /visit/cancel */
export const CancelOwnVisit = v.object({ reason: optionalField(CancelReason) })

/**
 * POST /visit/move: a free slot at the same location, by a booking's rules. The doctor stays, unless the patient
 * accepts another one.
 */
export const MoveOwnVisit = v.object({
  appointment_date: ClinicDate,
  start_time: TimeOfDay,
  /** Another doctor whom the patient accepts; null: their own. */
  doctor: optionalField(Id),
})
export type MoveOwnVisit = v.InferOutput<typeof MoveOwnVisit>

/** GET /visit/times: days in clinic time, both included. */
export const OwnVisitTimes = v.pipe(
  v.object({ from: ClinicDate, to: ClinicDate }),
  v.forward(v.partialCheck([['from'], ['to']], isPermittedSpan, dateInvalid), ['to']),
)
/** Times of a day that the appointment could be moved to, its own left out. */
export const OwnVisitDay = v.object({
  ...DayAvailability.entries,
  /** Slots at which its doctor is not free, each with one who is. */
  others: v.array(v.object({ time: v.string(), doctor: v.object({ id: v.string(), name: v.string() }) })),
})
export type OwnVisitDay = v.InferOutput<typeof OwnVisitDay>
export const OwnVisitTimesAnswer = answerOf(v.array(OwnVisitDay))
