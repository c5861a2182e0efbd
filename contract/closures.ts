import * as v from 'valibot'
import { Appointment, NearestTime } from './appointments.ts'
import { Blocker, Instant } from './blockers.ts'
import { answerOf } from './envelope.ts'
import { BlockerDescription, type FieldMessage, Id, LocationText, optionalField } from './fields.ts'

const invalid: FieldMessage = 'invalid'

/** Undo period of a closure, in minutes. */
export const CLOSURE_MINUTES = 10
/** Limit of appointments in an answer: more than a location has on a day. */
export const CLOSED_VISITS = 1_000
/** Limit of messages in one call. */
export const CLOSURE_VISITS = 200

/**
 * POST /closures: no bookings between `from` and `to`, both on the clinic's day of today; with a doctor, none for that
 * one. The reason is for the staff.
 */
export const CloseChair = v.object({
  location: LocationText,
  doctorId: optionalField(Id),
  from: Instant,
  to: Instant,
  reason: BlockerDescription,
})
export type CloseChairWire = v.InferInput<typeof CloseChair>

/** An appointment under a closure, and the nearest free slots for it at the same location, at most three. */
export const ClosedVisit = v.object({
  appointment: Appointment,
  /** In E.164, for links; null: none that can be dialled from anywhere. */
  phone: v.nullable(v.string()),
  next: v.array(NearestTime),
})
export type ClosedVisit = v.InferOutput<typeof ClosedVisit>

/** The blocker of a closure, and the affected appointments by time, those that one's right reaches. */
export const Closure = v.object({ blocker: Blocker, visits: v.array(ClosedVisit) })
export type Closure = v.InferOutput<typeof Closure>
export const ClosureAnswer = answerOf(Closure)

/** POST /closures/{id}/messages, POST /appointments/late/messages: the appointments whose patients get a message. */
const AskedVisits = v.pipe(
  v.array(v.pipe(v.string(invalid), v.uuid(invalid)), invalid),
  v.minLength(1, invalid),
  v.maxLength(CLOSURE_VISITS, invalid),
)
export const SendMessages = v.object({ ids: AskedVisits })

/** Appointments whose patients have been notified before or will be now; no message can be sent about the others. */
export const QueuedMessagesAnswer = answerOf(v.object({ ids: v.array(v.string()) }))
