import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  type Notifications,
  NotificationsAnswer,
  ReadNotifications,
} from '../../../contract/notifications.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { patientDisplayName } from '../../../domain/patient-name.ts'
import type { Reach } from '../../../domain/rights.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import type { SignedInStaff } from '../../accounts/auth/sessions.ts'
import { answers } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/json-answer.ts'
import { parsed } from '../../platform/http/validate.ts'
import { countUnread, latestBookings, markSeen } from './repository.ts'

/** The calls of the bell, for all locations that one's right reaches. */
export function notificationRoutes({ pool, clinic, allow, trail }: AccountsContext) {
  async function notificationsOf({ id }: Pick<SignedInStaff, 'id'>, reach: Reach): Promise<Notifications> {
    const [unread, latest] = await Promise.all([
      countUnread(pool, id, reach),
      latestBookings(pool, id, reach),
    ])
    const items = latest.map(({ startsAt, createdAt, ...booking }) => ({
      id: booking.id,
      reference: booking.reference,
      patientName: patientDisplayName(booking),
      serviceText: booking.serviceText,
      location: booking.location,
      unread: booking.unread,
      appointment_date: isoWithOffset(startsAt, clinic.timeZone),
      createdAt: isoWithOffset(createdAt, clinic.timeZone, { milliseconds: true }),
    }))
    return { unread, items }
  }

  /** The bell shows names, which counts as a read by its viewer. */
  const noteRead = (c: Context, { items }: Notifications) =>
    trail.listed(c, {
      kind: 'notifications',
      location: ALL_LOCATIONS,
      question: {},
      ids: items.map(({ id }) => id),
    })

  return new Hono()
    .get(
      '/notifications',
      describeRoute({
        summary: 'The latest bookings, newest first, and how many are new to the one who asks',
        description: 'Does not prolong the session. Cancelled appointments are left out.',
        tags: ['Notifications'],
        responses: answers(200, NotificationsAnswer, [401, 403, 503]),
      }),
      allow.polling('book.read'),
      async (c) => {
        const notifications = await notificationsOf(c.var.staff, c.var.reach)
        await noteRead(c, notifications)
        return listAnswer(c, notifications)
      },
    )
    .post(
      '/notifications/read',
      describeRoute({
        summary: 'Everything booked up to an instant has been seen',
        description:
          '`upTo` is the `createdAt` of the newest booking listed. An earlier one than before changes nothing.',
        tags: ['Notifications'],
        responses: answers(200, NotificationsAnswer, [400, 401, 403, 503]),
      }),
      allow.to('book.read'),
      parsed('json', ReadNotifications),
      async (c) => {
        const { id } = c.var.staff
        await markSeen(pool, id, new Date(c.req.valid('json').upTo))
        const notifications = await notificationsOf(c.var.staff, c.var.reach)
        await noteRead(c, notifications)
        return listAnswer(c, notifications)
      },
    )
}
