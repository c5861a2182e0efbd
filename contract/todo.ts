import * as v from 'valibot'
import { ALL_LOCATIONS } from '../domain/locations.ts'
import { answerOf, pageOf } from './envelope.ts'
import { LocationText, optionalField, TodoNote } from './fields.ts'
import { PageQuery } from './lists.ts'

/** GET /todo?location&page&limit; `location` by default all of one's own. */
export const TodoQuery = v.object({ location: v.optional(LocationText, ALL_LOCATIONS), ...PageQuery })

/**
 * Reason for a to-do: no message could reach the patient about a cancelled appointment, one booked by the desk, a move,
 * a future appointment, or something else about it; they walked in today and wait for a slot; they would like a call;
 * they asked to cancel when that could only be done by phone; they answered an SMS with words (`words`) that no rule
 * knows; or no one took a slot that they were offered.
 */
export const TODO_KINDS = [
  'cancellation_not_sent',
  'booking_not_sent',
  'move_not_sent',
  'walk_in_waiting',
  'reminder_not_sent',
  'message_not_sent',
  'asked_to_call',
  'cancel_too_late',
  'reply_not_understood',
  'offer_not_taken',
] as const

export const Todo = v.object({
  id: v.string(),
  kind: v.picklist(TODO_KINDS),
  at: v.string(),
  /** The patient's words in a reply that was not understood. */
  words: v.optional(v.nullable(v.string()), null),
  appointment: v.object({
    id: v.string(),
    reference: v.string(),
    /** The start; of a patient without a slot, the arrival. */
    appointment_date: v.string(),
    status: v.picklist(['open', 'confirmed', 'cancelled']),
    /** A patient without a slot who cannot wait long. */
    urgent: v.boolean(),
    location: v.string(),
    doctor: v.string(),
    name: v.string(),
    phone_number: v.string(),
    /** The number as E.164; null where it could not be made. */
    phone: v.nullable(v.string()),
    email: v.string(),
  }),
  /** Text for a message to them, in their language. */
  text: v.optional(v.string(), ''),
})
export type Todo = v.InferOutput<typeof Todo>
export const TodoAnswer = pageOf(Todo)

export const TodoDone = v.object({ note: optionalField(TodoNote) })
export const TodoDoneAnswer = answerOf(v.object({ id: v.string() }))
