import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoneAnswer } from '../../../contract/envelope.ts'
import {
  CreatedFeedAnswer,
  CreateFeed,
  FEEDS_PER_PERSON,
  FeedParam,
  FeedsAnswer,
  FeedsQuery,
} from '../../../contract/feeds.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { locationsOf } from '../../../domain/doctors.ts'
import { ALL_LOCATIONS, normaliseLocation } from '../../../domain/locations.ts'
import { type Reach, reaches, reachesFeed } from '../../../domain/rights.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { createLimit, madeWithin } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { RememberedFeeds } from './remembered.ts'
import { type FeedSubject, listFeeds, makeFeed, revokeFeed } from './repository.ts'

const TAGS = ['Calendar feeds']
const HOUR_SECONDS = 3_600

/** The calendar feeds: which there are within one's reach, a new one, and one that is revoked. */
export function feedRoutes(
  { pool, clinic, now, allow, limits }: AccountsContext,
  remembered: RememberedFeeds,
) {
  const perPerson = createLimit({
    pool,
    name: 'feeds',
    uses: 50,
    perSeconds: HOUR_SECONDS,
    message: "You've created a lot of calendar feeds. Please continue in {minutes} minutes.",
    enabled: limits,
  })

  return new Hono()
    .get(
      '/feeds',
      describeRoute({
        summary: 'Calendar feeds within reach, whoever made them',
        description: 'The newest first, without their addresses, which nobody knows but who was shown them.',
        tags: TAGS,
        responses: answers(200, FeedsAnswer, [400, 401, 403, 503]),
      }),
      allow.to('feeds'),
      parsed('query', FeedsQuery),
      async (c) => {
        const { page, limit } = c.req.valid('query')
        // The times of this process are the newest.
        await remembered.storeNoted()
        const asking = { reach: c.var.reach, by: c.var.staff.id, timeZone: clinic.timeZone }
        const { total, rows } = await listFeeds(pool, { page, limit }, asking)
        return pageAnswer(c, rows, { page, limit, total })
      },
    )
    .post(
      '/feeds',
      describeRoute({
        summary: 'Make a calendar feed of a location or of a doctor',
        description:
          'Answers its address, this once: GET /calendar/{token}.ics, outside /api, has a year back and ahead as ' +
          'iCalendar, with initials unless `names`. It ends when it is revoked, or its maker may no longer what it shows. ' +
          'Outside of one’s reach: 403. The same Idempotency-Key with the same body makes one. Needs a proof of the last 10 minutes.',
        tags: TAGS,
        responses: answers(201, CreatedFeedAnswer, [400, 401, 403, 409, 429, 503]),
      }),
      allow.to('feeds', { proof: 'fresh' }),
      parsed('header', KeyHeader),
      parsed('json', CreateFeed),
      async (c) => {
        const { location, doctorId, names } = c.req.valid('json')
        const scope =
          doctorId === null ? ofLocation(location ?? '', clinic) : ofDoctor(doctorId, clinic, c.var.reach)
        if (!reachesFeed(c.var.reach, scope)) throw new HttpFailure('forbidden', NOT_ALLOWED)
        const by = c.var.staff.id
        const call = { caller: by, body: c.req.valid('json') }
        const made = await madeWithin(
          perPerson,
          by,
          () => createOnce(c, pool, call, (db) => makeFeed(db, { ...scope, names }, { by, now: now() })),
          `You already have ${FEEDS_PER_PERSON} calendar feeds. Please revoke one first.`,
        )
        return c.json({ success: true as const, data: made }, 201)
      },
    )
    .delete(
      '/feeds/:id',
      describeRoute({
        summary: 'Revoke a calendar feed: its address opens nothing from now on',
        description:
          'What programs have fetched before stays with them. Also of a feed that somebody else made.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('feeds'),
      parsed('param', FeedParam),
      async (c) => {
        const revoking = { by: c.var.staff.id, reach: c.var.reach }
        const isKnown = await revokeFeed(pool, c.req.valid('param').id, revoking)
        if (!isKnown) throw new HttpFailure('not_found', "This calendar feed doesn't exist.")
        // The other processes are notified; this one need not wait for that.
        remembered.recheck()
        return c.json({ success: true as const, message: 'Calendar feed revoked.' })
      },
    )
}

/** @throws HttpFailure 400 for an unknown location */
function ofLocation(text: string, { locations }: Pick<Clinic, 'locations'>): FeedSubject {
  const code = normaliseLocation(text, locations)
  if (code === null || code === ALL_LOCATIONS) throw invalidInput({ location: 'location_unknown' })
  return { location: code, doctorId: null, locations: [code] }
}

/**
 * The feed of a doctor, at all of their locations within one's reach.
 * @throws HttpFailure 400 for an unknown doctor, 403 for one who works at none of one's own locations
 */
function ofDoctor(id: string, { doctors }: Pick<Clinic, 'doctors'>, reach: Reach): FeedSubject {
  const doctor = doctors.find((each) => each.id === id)
  if (!doctor) throw invalidInput({ doctorId: 'doctor_unknown' })
  if (reach.locations === null) return { location: null, doctorId: id, locations: null }
  const locations = locationsOf(doctor).filter((code) => reaches(reach, code))
  if (locations.length === 0) throw new HttpFailure('forbidden', NOT_ALLOWED)
  return { location: null, doctorId: id, locations }
}
