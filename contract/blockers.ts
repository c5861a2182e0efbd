import * as v from 'valibot'
import { BLOCKER_TYPES } from '../domain/blockers.ts'
import { isClinicDate } from '../domain/clinic-time.ts'
import { answerOf, pageOf } from './envelope.ts'
import {
  BlockerDescription,
  type BlockerFieldMessage,
  type FieldMessage,
  Id,
  LocationText,
  optionalField,
} from './fields.ts'
import { LIST_LIMIT, PageQuery } from './lists.ts'

const key = <K extends FieldMessage | BlockerFieldMessage>(name: K): K => name

export const BlockerTypeField = v.picklist(BLOCKER_TYPES, key('blocker_type_invalid'))

/** An instant in ISO 8601 with offset or Z. */
export const Instant = v.pipe(
  v.string(key('instant_invalid')),
  v.isoTimestamp(key('instant_invalid')),
  // A Date takes 30 February for 1 March.
  v.check((text) => isClinicDate(text.slice(0, 10)), key('instant_invalid')),
  v.transform((text) => new Date(text)),
  v.date(key('instant_invalid')),
)
const wholeNumber = (least: number, most: number, message: BlockerFieldMessage) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
const DAYS = wholeNumber(0, 6, 'days_invalid')
const DATES = wholeNumber(1, 31, 'dates_invalid')
const numbers = (item: typeof DAYS, most: number, message: BlockerFieldMessage) =>
  v.optional(
    v.pipe(
      v.nullable(v.pipe(v.array(item, message), v.maxLength(most, message))),
      v.transform((list) => [...new Set(list)]),
    ),
    null,
  )

/**
 * The body of POST /blockers and PUT /blockers/{id} (specification, section 7); a `token` in it is not read
 * or stored, since the bearer counts.
 * A One Time blocker ends after it starts: an end that is equal to the start is refused (400) as one before it.
 * Which fields a type needs is a rule of the clinic (domain/blocker-fields.ts). Absent, null and empty mean the same.
 */
export const SaveBlocker = v.object({
  description: BlockerDescription,
  type: BlockerTypeField,
  startDateTime: optionalField(Instant),
  endDateTime: optionalField(Instant),
  /** 0 to 6, Sunday is 0. */
  recurringDays: numbers(DAYS, 7, 'days_invalid'),
  /** 1 to 31. */
  recurringDates: numbers(DATES, 31, 'dates_invalid'),
  /** 0 to 11. */
  selectedMonth: optionalField(wholeNumber(0, 11, 'month_invalid')),
  /** In any spelling; none or 'all': all locations. */
  location: optionalField(LocationText),
  /** Doctor whose leave it is, wherever they work or at the location; none: the blocker is for everyone. */
  doctorId: optionalField(Id),
})
export type SaveBlocker = v.InferOutput<typeof SaveBlocker>
export type SaveBlockerWire = v.InferInput<typeof SaveBlocker>

/** A blocker as it is stored. Instants carry the clinic's offset. */
export const Blocker = v.object({
  id: v.string(),
  description: v.string(),
  type: v.picklist(BLOCKER_TYPES),
  startDateTime: v.nullable(v.string()),
  endDateTime: v.nullable(v.string()),
  recurringDays: v.array(v.number()),
  recurringDates: v.array(v.number()),
  selectedMonth: v.nullable(v.number()),
  /** Code of a location; null: all of them. */
  location: v.nullable(v.string()),
  /** Id of the doctor whose leave it is; null: the location's. Missing in answers that an older version has stored. */
  doctorId: v.optional(v.nullable(v.string()), null),
  doctorName: v.optional(v.nullable(v.string()), null),
  /** Version that grows with every change; PUT and DELETE take it as If-Match. */
  version: v.number(),
})
export type Blocker = v.InferOutput<typeof Blocker>

/** GET /blockers?type&page&limit: newest first; without a type all of them. */
export const ListBlockers = v.object({
  type: v.optional(v.union([v.literal(''), BlockerTypeField]), ''),
  ...PageQuery,
})
export const BlockersAnswer = pageOf(Blocker)
export type BlockersPage = v.InferOutput<typeof BlockersAnswer>

/** POST /blockers and PUT /blockers/{id} */
export const SavedBlockerAnswer = answerOf(Blocker)

const commaSeparated = (item: typeof DAYS, most: number, message: BlockerFieldMessage) =>
  v.optional(
    v.pipe(
      v.string(message),
      v.regex(/^(?:\d{1,2}(?:,\d{1,2})*)?$/, message),
      v.transform((text) => (text === '' ? [] : text.split(',').map(Number))),
      v.array(item, message),
      v.maxLength(most, message),
    ),
    '',
  )

/** Number of its dates in a preview. */
export const PREVIEW_DATES = 10
/** Limit of appointments in one preview. */
export const PREVIEW_APPOINTMENTS = LIST_LIMIT

/**
 * GET /blockers/preview: the fields of a blocker that is not saved yet, lists with commas. `id` is the one being
 * edited. At most `limit` appointments are named, those after the one at `afterAt` with the id `afterId`: a caller that
 * needs all of them continues until fewer come.
 */
export const PreviewBlocker = v.object({
  id: optionalField(v.pipe(v.string(), v.uuid(key('invalid')))),
  type: BlockerTypeField,
  startDateTime: optionalField(Instant),
  endDateTime: optionalField(Instant),
  recurringDays: commaSeparated(DAYS, 7, 'days_invalid'),
  recurringDates: commaSeparated(DATES, 31, 'dates_invalid'),
  selectedMonth: optionalField(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, key('month_invalid')),
      v.transform(Number),
      wholeNumber(0, 11, 'month_invalid'),
    ),
  ),
  location: optionalField(LocationText),
  doctorId: optionalField(Id),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, key('invalid')),
      v.transform(Number),
      v.maxValue(PREVIEW_APPOINTMENTS, key('invalid')),
    ),
    '20',
  ),
  afterAt: optionalField(Instant),
  afterId: optionalField(v.pipe(v.string(), v.uuid(key('invalid')))),
})
export type PreviewBlocker = v.InferOutput<typeof PreviewBlocker>

/** An appointment that a blocker would cover: who, when, where, with whom, and how to reach them. */
export const BlockedAppointment = v.object({
  id: v.string(),
  reference: v.string(),
  patientName: v.string(),
  appointment_date: v.string(),
  location: v.string(),
  doctor: v.object({ id: v.string(), name: v.string() }),
  /** As in the record; empty: none. */
  phone: v.string(),
  version: v.number(),
})
export type BlockedAppointment = v.InferOutput<typeof BlockedAppointment>

export const PreviewAnswer = answerOf(
  v.object({
    /** The next periods, soonest first; instants with the clinic's offset. */
    next: v.array(v.object({ start: v.string(), end: v.string() })),
    /** Future appointments under the blocker: their number, and a portion of them by time. */
    appointments: v.object({ total: v.number(), first: v.array(BlockedAppointment) }),
  }),
)
export type BlockerPreview = v.InferOutput<typeof PreviewAnswer>['data']

/** The years whose public holidays Enamel knows (`npm run extracts`). */
export const HOLIDAY_YEARS = { first: 2026, last: 2045 }
/** GET /blockers/holidays?year: the country's public holidays of a year. */
export const HolidaysQuery = v.object({
  year: v.pipe(
    v.string(key('invalid')),
    v.regex(/^\d{4}$/, key('invalid')),
    v.transform(Number),
    v.minValue(HOLIDAY_YEARS.first, key('invalid')),
    v.maxValue(HOLIDAY_YEARS.last, key('invalid')),
  ),
})
export const Holiday = v.object({
  name: v.string(),
  /** 'YYYY-MM-DD' in clinic time, first and last day. */
  from: v.string(),
  to: v.string(),
  /** The same date every year, so that it can be a yearly blocker. */
  yearly: v.boolean(),
  /** The day depends on the sighting of the moon and is announced shortly before. */
  toBeConfirmed: v.boolean(),
})
export type Holiday = v.InferOutput<typeof Holiday>
export const HolidaysAnswer = answerOf(v.array(Holiday))
