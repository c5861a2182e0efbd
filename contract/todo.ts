import * as v from 'valibot'
import { answerOf, pageOf } from './envelope.ts'
import { optionalField, TodoNote } from './fields.ts'
import { PageQuery } from './lists.ts'

/** GET /todo?page&limit */
export const TodoQuery = v.object(PageQuery)

/**
 * Why somebody is to be called: nothing could tell the patient of a cancelled visit, of one that the desk booked, or of
 * where one was moved to.
 */
export const TODO_KINDS = ['cancellation_not_sent', 'booking_not_sent', 'move_not_sent'] as const

export const Todo = v.object({
  id: v.string(),
  kind: v.picklist(TODO_KINDS),
  at: v.string(),
  appointment: v.object({
    id: v.string(),
    reference: v.string(),
    appointment_date: v.string(),
    location: v.string(),
    doctor: v.string(),
    name: v.string(),
    phone_number: v.string(),
    email: v.string(),
  }),
})
export type Todo = v.InferOutput<typeof Todo>
export const TodoAnswer = pageOf(Todo)

export const TodoDone = v.object({ note: optionalField(TodoNote) })
export const TodoDoneAnswer = answerOf(v.object({ id: v.string() }))
