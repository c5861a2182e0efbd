import * as v from 'valibot'
import { Appointment, CHANNELS, NearestTime, Override } from './appointments.ts'
import { SendMessages } from './closures.ts'
import { answerOf } from './envelope.ts'
import {
  ClinicDate,
  Complaint,
  type DeskFieldMessage,
  DeskMinutes,
  DeskTime,
  Email,
  type FieldMessage,
  Id,
  LocationText,
  optionalField,
  PersonName,
  Phone,
} from './fields.ts'
import { Language } from './languages.ts'

const invalid: FieldMessage = 'invalid'
const required: FieldMessage = 'required'
const timeInvalid: FieldMessage = 'time_invalid'
const contactOrNone: DeskFieldMessage = 'contact_or_none'
const seriesOver: DeskFieldMessage = 'series_over'

/** A record of the clinic, or of an earlier visitor. */
const KnownPatient = v.object({ id: v.pipe(v.string(invalid), v.uuid(invalid)) })
const NewPatient = v.object({
  firstName: PersonName,
  lastName: PersonName,
  phoneNumber: optionalField(Phone),
  email: optionalField(Email),
})

/**
 * POST /appointments/desk, with an Idempotency-Key. Days and times are clinic time, on a grid of five minutes; without a
 * day it is today. A new
 * patient has a phone number, an email address, or `reachable: false`. Only a walk-in may come without a time: today's
 * first gap that fits is theirs, and where there is none they wait.
 */
export const BookAtDesk = v.pipe(
  v.object({
    location: LocationText,
    appointment_date: optionalField(ClinicDate),
    start_time: optionalField(DeskTime),
    doctor: optionalField(Id),
    /** Id of a service; left out: a consultation. */
    service: optionalField(Id),
    /** Minutes; left out: the service's. */
    duration: optionalField(DeskMinutes),
    description: optionalField(Complaint),
    channel: v.picklist(CHANNELS, invalid),
    patient: v.union([KnownPatient, NewPatient], invalid),
    /** False: no message can reach the patient. */
    reachable: v.optional(v.boolean(invalid), true),
    /** A walk-in who cannot wait long. */
    urgent: v.optional(v.boolean(invalid), false),
    /** Language of the patient's messages. */
    language: optionalField(Language),
    override: optionalField(Override),
    /** Account id of the author of an offline request. Its sender is the one who books it. */
    notedBy: optionalField(v.pipe(v.string(invalid), v.uuid(invalid))),
  }),
  v.forward(
    v.partialCheck(
      [['start_time'], ['channel']],
      ({ start_time, channel }) => start_time !== null || channel === 'walk_in',
      required,
    ),
    ['start_time'],
  ),
  v.forward(
    v.partialCheck(
      [['start_time'], ['appointment_date']],
      ({ start_time, appointment_date }) => start_time !== null || appointment_date === null,
      timeInvalid,
    ),
    ['start_time'],
  ),
  v.forward(
    v.partialCheck(
      [['patient'], ['reachable']],
      ({ patient, reachable }) =>
        !reachable || 'id' in patient || patient.phoneNumber !== null || patient.email !== null,
      contactOrNone,
    ),
    ['patient'],
  ),
)
export type BookAtDeskWire = v.InferInput<typeof BookAtDesk>
export type BookAtDesk = v.InferOutput<typeof BookAtDesk>

/** 201: the row. One that waits for a time has `waiting`. */
export const BookedAtDeskAnswer = answerOf(Appointment)

/** Limits of a series: appointments, and the weeks between them. */
export const SERIES_VISITS = 12
export const SERIES_WEEKS = 52
const whole = (from: number, to: number) =>
  v.pipe(v.number(invalid), v.integer(invalid), v.minValue(from, invalid), v.maxValue(to, invalid))

/**
 * POST /appointments/desk/series: a booking as at the desk, and how often. Each appointment is checked by itself,
 * `everyWeeks` apart at the same time of day.
 */
export const BookSeries = v.object({
  first: v.pipe(
    BookAtDesk,
    v.forward(
      v.partialCheck([['start_time']], ({ start_time }) => start_time !== null, required),
      ['start_time'],
    ),
    v.forward(
      v.partialCheck([['override']], ({ override }) => override === null, seriesOver),
      ['override'],
    ),
  ),
  everyWeeks: whole(1, SERIES_WEEKS),
  visits: whole(2, SERIES_VISITS),
})
export type BookSeriesWire = v.InferInput<typeof BookSeries>
export type BookSeries = v.InferOutput<typeof BookSeries>

/** One that could not be booked: why, and the nearest free times, which are few. */
export const SeriesClash = v.object({
  appointment_date: ClinicDate,
  start_time: v.string(),
  because: v.picklist(['taken', 'closed', 'blocker', 'same_person', 'too_far']),
  nearest: v.array(NearestTime),
})
export const SeriesAnswer = answerOf(
  v.object({ booked: v.array(Appointment), clashing: v.array(SeriesClash) }),
)
export type BookedSeries = v.InferOutput<typeof SeriesAnswer>['data']

/** POST /appointments/late: a doctor is running late today, by so many minutes. */
export const RunningLate = v.object({
  location: LocationText,
  doctorId: Id,
  minutes: v.pipe(v.number(invalid), v.integer(invalid), v.minValue(5, invalid), v.maxValue(240, invalid)),
})
export type RunningLate = v.InferOutput<typeof RunningLate>
/** POST /appointments/late/messages: the appointments whose patients get a message. */
export const NotifyRunningLate = v.object({ ...RunningLate.entries, ...SendMessages.entries })

/** Patients to call, the next appointment first, each with a text in the patient's language. */
export const RunningLateAnswer = answerOf(
  v.array(
    v.object({
      id: v.string(),
      reference: v.string(),
      appointment_date: v.string(),
      /** Expected start. */
      expected: v.string(),
      name: v.string(),
      phone_number: v.string(),
      /** The number as E.164; null where it could not be made. */
      phone: v.nullable(v.string()),
      reachable: v.boolean(),
      text: v.string(),
    }),
  ),
)
export type LateVisits = v.InferOutput<typeof RunningLateAnswer>['data']
