import * as v from 'valibot'
import { VISIT_STATES } from '../domain/visits.ts'
import { answerOf } from './envelope.ts'
import {
  Address,
  ClinicDate,
  clearableField,
  Email,
  type FieldMessage,
  Gender,
  NoteText,
  optionalField,
  PatientNumber,
  PersonName,
  Phone,
  SearchText,
} from './fields.ts'
import { Message } from './messages.ts'

const invalid: FieldMessage = 'invalid'

/**
 * Columns of a patients file: text/csv in UTF-8 with a head, in any order. `clinic_id`, `first_name` and
 * `last_name` are required; the others may be missing or empty. Patients are matched on `clinic_id`, so
 * importing a file again is safe.
 */
export const PATIENT_COLUMNS = [
  'clinic_id',
  'raw_id',
  'title',
  'first_name',
  'middle_name',
  'last_name',
  'gender',
  'nationality',
  'birth_date',
  'address',
  'email',
  'phone',
] as const
export type PatientColumn = (typeof PATIENT_COLUMNS)[number]
export const REQUIRED_PATIENT_COLUMNS = ['clinic_id', 'first_name', 'last_name'] as const

export const IMPORT_BYTES_LIMIT = 50 * 1024 * 1024
/** Limited since all clinic ids are held in memory to find duplicates. */
export const IMPORT_LINES_LIMIT = 500_000
/** Limit of wrong lines in a report; it counts all of them. */
export const IMPORT_ERRORS_LIMIT = 100

const Flag = v.optional(v.picklist(['1', '0', ''], 'invalid'), '')

/**
 * ?dryRun=1 checks the file and stores nothing. ?otherNames=1 takes lines too whose clinic id has another person's name;
 * without it they are wrong.
 */
export const ImportPatients = v.object({ dryRun: Flag, otherNames: Flag })

/** Lines count from 1, the head being the first. */
export const ImportReport = v.object({
  created: v.number(),
  updated: v.number(),
  unchanged: v.number(),
  failed: v.number(),
  /** Contacts corrected at the desk and overwritten since by newer values from the file. */
  overwritten: v.number(),
  /** Lines whose clinic id belongs to a person of another name: counted as wrong, unless accepted by an option. */
  otherNames: v.optional(v.number(), 0),
  errors: v.array(v.object({ line: v.number(), message: v.string() })),
  dryRun: v.boolean(),
})
export type ImportReport = v.InferOutput<typeof ImportReport>
export const ImportAnswer = answerOf(ImportReport)

/** Limit of search results: more letters find fewer. */
export const PATIENT_RESULTS = 10

/**
 * POST /patients/search: beginnings of parts of a name, a phone number in any form, an email address or a clinic id. It is a
 * body, since what is typed may be a name.
 */
export const SearchPatients = v.object({
  search: SearchText,
  /** A day in clinic time: the results include the appointments on it, too. */
  day: optionalField(ClinicDate),
})

/** The data that tell patients apart, and no more. */
export const PatientResult = v.object({
  id: v.string(),
  /** As `displayName` of an appointment; a visitor's has two parts. */
  name: v.string(),
  /** Whether the record is the clinic's own; else a visitor's, the latest of equal ones. */
  registered: v.boolean(),
  yearOfBirth: v.nullable(v.number()),
  /** The last two digits of the phone number; empty where there is none. */
  phoneEnd: v.string(),
  /** The latest day, 'YYYY-MM-DD', that is not cancelled; null: none. */
  lastVisit: v.nullable(v.string()),
  /** The next instant, with offset, that is not cancelled; null: none. */
  nextVisit: v.nullable(v.string()),
  noShows: v.number(),
  /** The first appointment of today, an instant with offset, that is not cancelled; null: none. */
  today: v.optional(v.nullable(v.string()), null),
  /** The appointments of the given day, instants with offset, the earliest first: those that take time. */
  onDay: v.optional(v.array(v.string()), []),
})
export type PatientResult = v.InferOutput<typeof PatientResult>
/** At most `PATIENT_RESULTS`, the likeliest first, without their total. */
export const PatientResultsAnswer = answerOf(v.array(PatientResult))

/** Limit of GET /patients/today, the earliest appointments first. */
export const TODAY_PATIENTS = 200

const optionalName = optionalField(PersonName)
/** A day of the past, 'YYYY-MM-DD'. */
const BirthDate = v.pipe(ClinicDate, v.minValue('1900-01-01', 'date_invalid' satisfies FieldMessage))

const person = {
  title: optionalName,
  firstName: PersonName,
  middleName: optionalName,
  lastName: PersonName,
  birthDate: optionalField(BirthDate),
  gender: optionalField(Gender),
  address: optionalField(Address),
  guardian: optionalField(PersonName),
  email: optionalField(Email),
  phoneNumber: optionalField(Phone),
}

/** POST /patients: a new registered patient. `clinicId` is the clinic's own number, where it has given one. */
export const NewPatient = v.object({ ...person, clinicId: optionalField(PatientNumber) })
export type NewPatientWire = v.InferInput<typeof NewPatient>
export type NewPatient = v.InferOutput<typeof NewPatient>

/** PATCH /patients/{id}: the corrected fields; the two names cannot be removed. */
export const CorrectPatient = v.pipe(
  v.object({
    title: clearableField(PersonName),
    firstName: v.optional(PersonName),
    middleName: clearableField(PersonName),
    lastName: v.optional(PersonName),
    birthDate: clearableField(BirthDate),
    gender: clearableField(Gender),
    address: clearableField(Address),
    guardian: clearableField(PersonName),
    email: clearableField(Email),
    phoneNumber: clearableField(Phone),
  }),
  v.check((change) => Object.values(change).some((value) => value !== undefined), invalid),
)
export type CorrectPatientWire = v.InferInput<typeof CorrectPatient>
export type CorrectPatient = v.InferOutput<typeof CorrectPatient>

/** POST /patients/{id}/notes */
export const NewNote = v.object({ text: NoteText })

/** POST /patients/{id}/join and /part: the id of a visitor's record. */
export const MergeVisitor = v.object({ visitor: v.pipe(v.string(invalid), v.uuid(invalid)) })

/**
 * Origin of a contact: the clinic's file, the patient, or the desk. `countsFrom`: a contact that the desk has corrected
 * gets messages at once and one-time codes from this instant on; null: both already.
 */
const ContactOrigin = v.object({
  source: v.picklist(['file', 'patient', 'desk']),
  /** An instant with offset. */
  since: v.string(),
  countsFrom: v.nullable(v.string()),
})

/** An appointment at a location that is one's own. */
const PatientVisit = v.object({
  id: v.string(),
  reference: v.string(),
  appointment_date: v.string(),
  location: v.string(),
  serviceText: v.string(),
  doctor: v.string(),
  status: v.picklist(['open', 'confirmed', 'cancelled']),
  visit: v.nullable(v.picklist(VISIT_STATES)),
  /** The record it was booked under, if that is a merged visitor's. */
  joinedFrom: v.nullable(v.string()),
})

const OtherRecord = v.object({
  id: v.string(),
  name: v.string(),
  registered: v.boolean(),
  /** Number of visits, and the latest day of them, 'YYYY-MM-DD'. */
  visits: v.number(),
  lastVisit: v.nullable(v.string()),
})
export type OtherRecord = v.InferOutput<typeof OtherRecord>

/** Channel of an opt-out from reminders: a mail's link, or an SMS. */
const OptOutChannel = v.picklist(['email', 'sms'])
export type OptOutChannel = v.InferOutput<typeof OptOutChannel>

export const PatientRecord = v.object({
  id: v.string(),
  version: v.number(),
  registered: v.boolean(),
  /** Title, names and raw id as they are shown (specification, section 3). */
  displayName: v.string(),
  clinicId: v.nullable(v.string()),
  title: v.string(),
  firstName: v.string(),
  middleName: v.string(),
  lastName: v.string(),
  birthDate: v.nullable(v.string()),
  /** In years, today; a visitor's as given at booking. */
  age: v.nullable(v.number()),
  gender: v.nullable(Gender),
  nationality: v.nullable(v.string()),
  address: v.string(),
  /** Guardian of a minor; empty: none given. */
  guardian: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  emailOrigin: v.nullable(ContactOrigin),
  phoneOrigin: v.nullable(ContactOrigin),
  /** Latest first, at most `RECORD_VISITS`, with those of merged visitors. */
  visits: v.array(PatientVisit),
  /** Appointments at other locations: date and town, and no more. */
  elsewhere: v.array(v.object({ date: v.string(), location: v.string() })),
  /** Days on which they did not come, latest first. */
  noShows: v.array(v.string()),
  /** Channels on which the patient wants no reminders. */
  optOuts: v.array(OptOutChannel),
  /** Latest first. `by` null: an account that is gone. */
  notes: v.array(v.object({ id: v.string(), text: v.string(), at: v.string(), by: v.nullable(v.string()) })),
  /** Latest first. */
  messages: v.array(Message),
  /** Visitors' records merged into this one. */
  joined: v.array(OtherRecord),
  /** Records that share a contact and may be the same person: a visitor's, and of a visitor's a registered patient's too. */
  maybeSame: v.array(OtherRecord),
  /** Registered patients who share a contact: a family. */
  sharing: v.array(v.object({ id: v.string(), name: v.string() })),
})
export type PatientRecord = v.InferOutput<typeof PatientRecord>
export const PatientRecordAnswer = answerOf(PatientRecord)

/** Limit of a record's appointments, notes and messages of each kind, the latest. */
export const RECORD_VISITS = 100
