import * as v from 'valibot'
import { addDays, daysBetween } from '../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../domain/locations.ts'
import { answerOf } from './envelope.ts'
import { ClinicDate, type FieldMessage, LocationText } from './fields.ts'

/** A quarter of a year. */
export const OVERVIEW_MAX_DAYS = 92
/** Two years and one day: a longer range would have days counted and stored for no reader. */
export const OVERVIEW_DAYS_BACK = 731
export const OVERVIEW_DAYS_AHEAD = 366

const dateInvalid: FieldMessage = 'date_invalid'

function areFewDays({ from, to }: { from: string; to: string }): boolean {
  const days = daysBetween(from, to)
  return days >= 0 && days < OVERVIEW_MAX_DAYS
}

/** GET /overview: days in clinic time, both included. `location` is one in any spelling, or 'all': all of one's own. */
export const OverviewQuery = v.pipe(
  v.object({ location: v.optional(LocationText, ALL_LOCATIONS), from: ClinicDate, to: ClinicDate }),
  v.forward(v.partialCheck([['from'], ['to']], areFewDays, dateInvalid), ['to']),
)

/** Days that are too far away, by field. @param today the clinic's day, 'YYYY-MM-DD' */
export function overviewTooFar(
  days: { from: string; to: string },
  today: string,
): Partial<Record<'from' | 'to', FieldMessage>> {
  const [first, last] = [addDays(today, -OVERVIEW_DAYS_BACK), addDays(today, OVERVIEW_DAYS_AHEAD)]
  return { ...(days.from < first && { from: dateInvalid }), ...(days.to > last && { to: dateInvalid }) }
}

/** Lead time of a booking, in clinic days. */
export const LEAD_TIMES = ['same_day', '1', '2', '3_7', '8_14', 'over_14'] as const
export type LeadTime = (typeof LEAD_TIMES)[number]

/** Reply of a reminded patient. */
export const REPLIES = ['yes', 'no', 'call', 'none'] as const
export type ReplyKind = (typeof REPLIES)[number]

const count = v.number()
const Came = { came: count, missed: count }
const keyed = v.array(v.object({ key: v.string(), ...Came }))

/** One doctor's day at the locations asked for, in minutes; docs/overview.md says what each is. */
export const DoctorDay = v.object({
  /** 'YYYY-MM-DD' in clinic time. */
  date: v.string(),
  doctorId: v.string(),
  openMinutes: count,
  bookedMinutes: count,
  blockedMinutes: count,
  freeMinutes: count,
  doneMinutes: count,
})
export type DoctorDay = v.InferOutput<typeof DoctorDay>

/** The numbers of a span of days, each as docs/overview.md defines it. No patient is in it. */
export const Overview = v.object({
  from: v.string(),
  to: v.string(),
  /** The clinic's day of the request. */
  today: v.string(),
  /** Instant with offset. */
  asOf: v.string(),
  /** Doctors of `days`; `location` is the code of the location where they work, or work first. */
  doctors: v.array(v.object({ id: v.string(), name: v.string(), location: v.string() })),
  days: v.array(DoctorDay),
  noShows: v.object({
    /** By the Monday of each week, and whether a reminder was sent. */
    byWeek: v.array(v.object({ week: v.string(), reminded: v.object(Came), others: v.object(Came) })),
    byLocation: keyed,
    /** `web`, `desk`, `phone`, `walk_in`. */
    byChannel: keyed,
    /** `yes`, `no`: whether a reminder was sent; whether the patient confirmed. */
    byReminded: keyed,
    byConfirmed: keyed,
  }),
  ahead: v.array(v.object({ key: v.picklist(LEAD_TIMES), visits: count, ...Came })),
  messages: v.array(
    v.object({
      kind: v.string(),
      /** Null: the patient has no contact. */
      channel: v.nullable(v.picklist(['email', 'sms'])),
      outcome: v.picklist(['sent', 'refused', 'given_up', 'unknown', 'no_contact', 'no_gateway']),
      count,
    }),
  ),
  answers: v.object({ yes: count, no: count, call: count, none: count }),
  /** Appointments by the hour in which they begin; 0 is Sunday. */
  hours: v.array(v.object({ weekday: v.number(), hour: v.number(), visits: count })),
  totals: v.object({
    visits: count,
    cancelled: count,
    cancelledByPatient: count,
    moved: count,
    walkIns: count,
    /** Free time of these days from this minute on. */
    freeAheadMinutes: count,
  }),
})
export type Overview = v.InferOutput<typeof Overview>
export const OverviewAnswer = answerOf(Overview)
