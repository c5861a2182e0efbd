import * as v from 'valibot'
import { answerOf } from './envelope.ts'
import type { FieldMessage } from './fields.ts'

const invalid: FieldMessage = 'invalid'

/** Most bookings that the bell lists. */
export const NOTIFICATIONS_LIMIT = 20

/** The unread are counted up to here; this many means: at least so many. */
export const UNREAD_LIMIT = 1_000

/** A booking, as the bell tells of it. */
export const Notification = v.object({
  /** The appointment's id. */
  id: v.string(),
  reference: v.string(),
  patientName: v.string(),
  serviceText: v.string(),
  location: v.string(),
  /** When the appointment is; instant with the clinic's offset. */
  appointment_date: v.string(),
  /** When it was booked, to the millisecond; instant with the clinic's offset. */
  createdAt: v.string(),
  unread: v.boolean(),
})
export type Notification = v.InferOutput<typeof Notification>

/** GET /notifications: the latest bookings, newest first, and how many this staff member has not seen. */
export const NotificationsAnswer = answerOf(v.object({ unread: v.number(), items: v.array(Notification) }))
export type Notifications = { unread: number; items: Notification[] }

/**
 * POST /notifications/read: everything booked up to the newest one listed has been seen; `upTo` is its `createdAt`.
 * The answer is that of GET /notifications. A time to come counts as now, and what was seen stays seen.
 */
export const ReadNotifications = v.object({
  upTo: v.pipe(
    v.string(invalid),
    v.isoTimestamp(invalid),
    // The pattern lets a 31 June and an hour of offset without minutes pass, the clock does not.
    v.check((text) => !Number.isNaN(Date.parse(text)), invalid),
  ),
})
