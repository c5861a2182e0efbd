import * as v from 'valibot'
import { ALL_LOCATIONS } from '../domain/locations.ts'
import { PARTS_OF_DAY } from '../domain/waiting-list.ts'
import { answerOf, pageOf } from './envelope.ts'
import {
  ClinicDate,
  clearableField,
  DeskMinutes,
  Email,
  type FieldMessage,
  Id,
  LocationText,
  optionalField,
  PersonName,
  Phone,
  TodoNote,
} from './fields.ts'
import { Language } from './languages.ts'
import { PageQuery } from './lists.ts'
import { Doctor } from './offer.ts'

const invalid: FieldMessage = 'invalid'
const required: FieldMessage = 'required'
const locationUnknown: FieldMessage = 'location_unknown'
const Uuid = v.pipe(v.string(invalid), v.uuid(invalid))

const Weekdays = v.pipe(
  v.array(
    v.pipe(v.number(invalid), v.integer(invalid), v.minValue(0, invalid), v.maxValue(6, invalid)),
    invalid,
  ),
  v.maxLength(7, invalid),
  v.transform((days) => [...new Set(days)].sort()),
)

/**
 * Wish for another time. Days are clinic time: by default `from` today and `to` the appointment's day, or 30 days
 * later. `weekdays` from 0, Sunday; none: every day.
 */
const wish = {
  from: optionalField(ClinicDate),
  to: optionalField(ClinicDate),
  weekdays: v.optional(Weekdays, []),
  partOfDay: optionalField(v.picklist(PARTS_OF_DAY, invalid)),
  doctor: optionalField(Id),
}
/** POST /visit/waiting-list: a patient's wish for their own appointment. */
export const WaitForOwnVisit = v.object(wish)
export type WishInput = v.InferOutput<typeof WaitForOwnVisit>

/** A first appointment: place and service. */
const first = { location: LocationText, service: optionalField(Id), language: optionalField(Language) }

/** POST /waiting-list/me, with the token of a verified patient. */
export const WaitForOwnFirst = v.object({ ...wish, ...first })
export type WaitForOwnFirstWire = v.InferInput<typeof WaitForOwnFirst>
export type WaitForOwnFirst = v.InferOutput<typeof WaitForOwnFirst>

const NewPatient = v.pipe(
  v.object({
    firstName: PersonName,
    lastName: PersonName,
    phoneNumber: optionalField(Phone),
    email: optionalField(Email),
  }),
  v.check(({ phoneNumber, email }) => phoneNumber !== null || email !== null, invalid),
)

/**
 * POST /waiting-list at the desk: an earlier time for the appointment `appointment`, whose entry is replaced; or a
 * first one at a `location` for a `patient`, one of the records by `id`, or a name with a phone number or an email
 * address.
 */
export const AddWaiting = v.pipe(
  v.object({
    ...wish,
    appointment: optionalField(Uuid),
    patient: optionalField(v.union([v.object({ id: Uuid }), NewPatient], invalid)),
    ...first,
    location: optionalField(LocationText),
    duration: optionalField(DeskMinutes),
  }),
  v.forward(
    v.partialCheck(
      [['appointment'], ['patient']],
      ({ appointment, patient }) => (appointment === null) !== (patient === null),
      required,
    ),
    ['patient'],
  ),
  v.forward(
    v.partialCheck(
      [['patient'], ['location']],
      ({ patient, location }) => patient === null || location !== null,
      locationUnknown,
    ),
    ['location'],
  ),
)
export type AddWaitingWire = v.InferInput<typeof AddWaiting>
export type AddWaiting = v.InferOutput<typeof AddWaiting>

/**
 * PATCH /waiting-list/{id}: omitted fields stay; null or empty removes a value. `service` of a first appointment alone:
 * that of an existing one is fixed. `urgent`: offered before all others.
 */
export const ChangeWaiting = v.pipe(
  v.object({
    from: v.optional(ClinicDate),
    to: v.optional(ClinicDate),
    weekdays: v.optional(Weekdays),
    partOfDay: clearableField(v.picklist(PARTS_OF_DAY, invalid)),
    doctor: clearableField(Id),
    service: clearableField(Id),
    urgent: v.optional(v.boolean(invalid)),
    note: clearableField(TodoNote),
  }),
  v.check((change) => Object.values(change).some((value) => value !== undefined), invalid),
)
export type ChangeWaitingWire = v.InferInput<typeof ChangeWaiting>
export type ChangeWaiting = v.InferOutput<typeof ChangeWaiting>

/** GET /waiting-list?location&page&limit, the next person to call first; `location` by default all of one's own. */
export const WaitingQuery = v.object({ location: v.optional(LocationText, ALL_LOCATIONS), ...PageQuery })

export const WaitingEntry = v.object({
  id: v.string(),
  /** Version for If-Match. */
  version: v.number(),
  /** Start of waiting. */
  at: v.string(),
  /** Staff member who added it; null: the patient, or an account that is gone. */
  by: v.nullable(v.string()),
  location: v.string(),
  name: v.string(),
  phone_number: v.string(),
  /** The number as E.164; null where it could not be made. */
  phone: v.nullable(v.string()),
  email: v.string(),
  /** The appointment that would be moved; null: a first one is booked. */
  appointment: v.nullable(
    v.object({ id: v.string(), reference: v.string(), appointment_date: v.string(), doctor: v.string() }),
  ),
  service: v.string(),
  /** Null: a consultation, or a service of before. */
  serviceId: v.nullable(v.string()),
  minutes: v.number(),
  /** Offered before all others. */
  urgent: v.boolean(),
  /** Note of the desk; empty: none. */
  note: v.string(),
  from: v.string(),
  to: v.string(),
  weekdays: v.array(v.number()),
  partOfDay: v.nullable(v.picklist(PARTS_OF_DAY)),
  doctor: v.nullable(Doctor),
  /** Number of offers so far. */
  offers: v.number(),
  /** The offer to call about, or the latest, while it is open and its slot is free; null: none. */
  offer: v.nullable(
    v.object({
      id: v.string(),
      appointment_date: v.string(),
      doctor: Doctor,
      until: v.string(),
      /** No message brings it, so the desk calls. */
      isToCall: v.boolean(),
      /** Text for the person to call, in their language. */
      text: v.string(),
    }),
  ),
})
export type WaitingEntry = v.InferOutput<typeof WaitingEntry>
export const WaitingAnswer = pageOf(WaitingEntry)
export const WaitingEntryAnswer = answerOf(WaitingEntry)

/** A patient's view of their own entry. */
export const OwnWaiting = v.object({
  id: v.string(),
  from: v.string(),
  to: v.string(),
  weekdays: v.array(v.number()),
  partOfDay: v.nullable(v.picklist(PARTS_OF_DAY)),
  doctor: v.nullable(Doctor),
})
export type OwnWaiting = v.InferOutput<typeof OwnWaiting>
export const OwnWaitingAnswer = answerOf(OwnWaiting)

/** POST /visit/claim takes one of the offers. */
export const ClaimOffer = v.object({ offer: Uuid })

/** Longest time until a recall, in months. */
export const RECALL_MONTHS = 24
const Months = v.pipe(
  v.number(invalid),
  v.integer(invalid),
  v.minValue(1, invalid),
  v.maxValue(RECALL_MONTHS, invalid),
)
/** PUT /appointments/{id}/recall: when the patient is to be seen again; null: not at all. */
export const SetRecall = v.object({ months: v.nullable(Months) })
export const RecallAnswer = answerOf(v.object({ months: v.nullable(v.number()) }))
