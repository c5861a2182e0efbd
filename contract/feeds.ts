import * as v from 'valibot'
import { answerOf, pageOf } from './envelope.ts'
import { type FieldMessage, MAX_LENGTH, optionalField } from './fields.ts'
import { PageQuery } from './lists.ts'

/*
 * Calendar feeds: addresses by which calendar programs read the appointments of a location or of a doctor. The address
 * alone gives access, so it is shown once, opens nothing else, and can be revoked.
 */

const invalid: FieldMessage = 'invalid'
const code = v.pipe(v.string(invalid), v.maxLength(MAX_LENGTH.id, invalid))

/** Limit of a person's active feeds. */
export const FEEDS_PER_PERSON = 50
/** Days before and after today that a feed shows. */
export const FEED_DAYS = 365
/** Limit of appointments in a feed; above it, the oldest are left out. */
export const FEED_VISITS = 20_000

/**
 * POST /feeds: of a location (code or name) or of a doctor (id), of exactly one of them. `names`: with the patients' names
 * instead of their initials.
 */
export const CreateFeed = v.pipe(
  v.object({
    location: optionalField(code),
    doctorId: optionalField(code),
    names: v.optional(v.boolean(invalid), false),
  }),
  v.forward(
    v.partialCheck(
      [['location'], ['doctorId']],
      ({ location, doctorId }) => (location === null) !== (doctorId === null),
      invalid,
    ),
    ['location'],
  ),
)
export type CreateFeedWire = v.InferInput<typeof CreateFeed>

export const FeedRow = v.object({
  id: v.string(),
  /** Code of the feed's location; null: a doctor's feed. */
  location: v.nullable(v.string()),
  doctor: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** Codes of the feed's locations; null: all. */
  locations: v.nullable(v.array(v.string())),
  names: v.boolean(),
  /** Display name of its creator. */
  madeBy: v.string(),
  isOwn: v.boolean(),
  /** Instants with offset; the second null when no program has fetched it yet, and up to a minute behind. */
  madeAt: v.string(),
  lastFetchedAt: v.nullable(v.string()),
})
export type FeedRow = v.InferOutput<typeof FeedRow>

/** GET /feeds?page&limit: the newest first. */
export const FeedsQuery = v.object(PageQuery)
export const FeedsAnswer = pageOf(FeedRow)

/** `path`: the address without its origin, shown this once, since the server stores a hash of its token alone. */
export const CreatedFeedAnswer = answerOf(v.object({ id: v.string(), path: v.string() }))

/** The id in DELETE /feeds/{id}, which revokes a feed. */
export const FeedParam = v.object({ id: v.pipe(v.string(invalid), v.uuid(invalid)) })

/** Path of a feed for calendar programs. */
export const feedPath = (token: string) => `/calendar/${token}.ics`
