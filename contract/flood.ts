import * as v from 'valibot'
import { MARKS } from './appointments.ts'
import { answerOf } from './envelope.ts'
import type { FieldMessage } from './fields.ts'

/** Limit of strangers' bookings in one answer, the newest ones. */
export const FLOOD_ROWS = 500
/** Limit of cancellations in one call. */
export const FLOOD_CANCELS = 500

const invalid: FieldMessage = 'invalid'

/** GET /flood?hours */
export const FloodQuery = v.object({
  hours: v.optional(
    v.pipe(
      v.string(invalid),
      v.regex(/^\d{1,3}$/, invalid),
      v.transform(Number),
      v.minValue(1, invalid),
      v.maxValue(168, invalid),
    ),
    '24',
  ),
})

/** `isKnown`: the contact had an appointment before, or is of a registered patient. */
export const FloodBooking = v.object({
  id: v.string(),
  reference: v.string(),
  appointment_date: v.string(),
  /** Time of the booking. */
  at: v.string(),
  location: v.string(),
  name: v.string(),
  status: v.picklist(['open', 'confirmed', 'cancelled']),
  marks: v.array(v.picklist(MARKS)),
  isKnown: v.boolean(),
  /** It has begun, or is cancelled: it can't be cancelled here. */
  isOver: v.boolean(),
})
export type FloodBooking = v.InferOutput<typeof FloodBooking>

/** Bookings that came from one network, the newest first. `group` is nothing but a name; empty: where from is unknown. */
export const FloodGroup = v.object({
  group: v.string(),
  /** Different addresses and browsers in it. */
  callers: v.number(),
  bookings: v.array(FloodBooking),
})
export type FloodGroup = v.InferOutput<typeof FloodGroup>

/** The largest groups first. `more`: there are older bookings that are not listed. */
export const FloodAnswer = answerOf(v.object({ groups: v.array(FloodGroup), more: v.boolean() }))

export const CancelFlood = v.object({
  ids: v.pipe(
    v.array(v.pipe(v.string(invalid), v.uuid(invalid)), invalid),
    v.minLength(1, invalid),
    v.maxLength(FLOOD_CANCELS, invalid),
  ),
})

/** Number of cancelled bookings, and of the people who get a mail about it. */
export const FloodCancelledAnswer = answerOf(v.object({ cancelled: v.number(), told: v.number() }))
