import * as v from 'valibot'
import { answerOf } from './envelope.ts'

/** Most bookings that the bell lists. */
export const NOTIFICATIONS_LIMIT = 20

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
  /** When it was booked; instant with the clinic's offset. */
  createdAt: v.string(),
  unread: v.boolean(),
})
export type Notification = v.InferOutput<typeof Notification>

/** GET /notifications: the latest bookings, newest first, and how many this staff member has not seen. */
export const NotificationsAnswer = answerOf(v.object({ unread: v.number(), items: v.array(Notification) }))
export type Notifications = { unread: number; items: Notification[] }

/** POST /notifications/read: everything booked up to the newest one listed has been seen. */
export const ReadNotifications = v.object({ upTo: v.pipe(v.string('invalid'), v.isoTimestamp('invalid')) })
