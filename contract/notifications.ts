import * as v from 'valibot'
import { isClinicDate } from '../domain/clinic-time.ts'
import { answerOf } from './envelope.ts'
import type { FieldMessage } from './fields.ts'

const invalid: FieldMessage = 'invalid'

export const NOTIFICATIONS_LIMIT = 20

/** The unread count stops here; this value means at least as many. */
export const UNREAD_LIMIT = 1_000

export const Notification = v.object({
  id: v.string(),
  reference: v.string(),
  patientName: v.string(),
  serviceText: v.string(),
  location: v.string(),
  /** Instant with the clinic's offset. */
  appointment_date: v.string(),
  /** Time of the booking, to the millisecond; instant with the clinic's offset. */
  createdAt: v.string(),
  unread: v.boolean(),
})
export type Notification = v.InferOutput<typeof Notification>

/** GET /notifications: the latest bookings, newest first, and how many this staff member has not seen. */
export const NotificationsAnswer = answerOf(v.object({ unread: v.number(), items: v.array(Notification) }))
export type Notifications = { unread: number; items: Notification[] }

/**
 * POST /notifications/read marks bookings up to `upTo` as seen, the `createdAt` of the newest one listed. The
 * answer is that of GET /notifications. A future `upTo` counts as now, and an earlier one marks nothing as
 * unseen.
 */
export const ReadNotifications = v.object({
  upTo: v.pipe(
    v.string(invalid),
    v.isoTimestamp(invalid),
    // The pattern accepts 31 June, which a Date takes for 1 July, and an offset without minutes.
    v.check((text) => isClinicDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), invalid),
  ),
})
