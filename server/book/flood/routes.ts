import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { CancelFlood, FloodAnswer, FloodCancelledAnswer, FloodQuery } from '../../../contract/flood.ts'
import { answers } from '../../platform/http/answer.ts'
import { listAnswer } from '../../platform/http/json-answer.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { ListContext } from '../list/context.ts'
import { cancelRecent, recentBookings } from './repository.ts'

const TAGS = ['Bookings of strangers']

/** Recent online bookings of strangers, by origin. */
export function floodRoutes({ pool, clinic, totals, now, allow, trail }: ListContext) {
  return new Hono()
    .get(
      '/flood',
      describeRoute({
        summary: 'Bookings of strangers in the last hours, by the network that they came from',
        description:
          'Of the last `hours`, 24 when it is left out and a week at most. Networks are named by keyed hashes.',
        tags: TAGS,
        responses: answers(200, FloodAnswer, [400, 401, 403, 503]),
      }),
      allow.to('flood'),
      parsed('query', FloodQuery),
      async (c) => {
        const hours = Number(c.req.valid('query').hours)
        const found = await recentBookings(pool, { hours, now: now(), timeZone: clinic.timeZone })
        const ids = found.groups.flatMap(({ bookings }) => bookings.map(({ id }) => id))
        await trail.listed(c, { location: 'all', question: { list: 'flood', hours }, ids })
        return listAnswer(c, found)
      },
    )
    .post(
      '/flood/cancel',
      describeRoute({
        summary: 'Cancel bookings of strangers of the last days',
        description:
          'Those that have begun, are cancelled already or were made by patients or staff stay as they are. Only people ' +
          'whose contact had a visit before, or is of a registered patient, get a mail.',
        tags: TAGS,
        responses: answers(200, FloodCancelledAnswer, [400, 401, 403, 413, 503]),
      }),
      allow.to('flood'),
      parsed('json', CancelFlood),
      async (c) => {
        const by = { staffId: c.var.staff.id, now: now() }
        const cancelled = await cancelRecent(pool, c.req.valid('json').ids, by)
        if (cancelled.length > 0) totals.forget()
        const told = cancelled.filter(({ isKnown }) => isKnown).length
        return c.json({ success: true as const, data: { cancelled: cancelled.length, told } }, 200)
      },
    )
}
