import * as v from 'valibot'
import { MAXIMUM_AGE, MINIMUM_AGE } from '../domain/booking.ts'
import { isClinicDate, isTimeOfDay } from '../domain/clinic-time.ts'
import { EMAIL_MAX_LENGTH, hasLooseDot, isEmail, PHONE_MAX_LENGTH, readPhone } from '../domain/contact.ts'
import { GENDERS } from '../domain/genders.ts'
import { readsLikeMessage } from '../domain/name-check.ts'
import { LENGTH_STEP, LONGEST_MINUTES, SHORTEST_MINUTES } from '../domain/services.ts'
import { DESK_STEP_MINUTES } from '../domain/slots.ts'
import { foldCode, foldLine, foldName } from '../domain/typed-text.ts'

/**
 * Messages for a wrong field, shared by both sides. A schema's message is a key of this table; the page
 * translates the key, the server sends the sentence.
 */
export const FIELD_MESSAGES = {
  required: 'Please fill in this field.',
  invalid: 'Please check this field.',
  too_long: 'Please shorten this text.',
  name_invalid: 'Please use letters, spaces, hyphens and apostrophes only.',
  name_dot: 'Please put a blank after a dot, as in ‘St. John’.',
  name_message: 'Please enter a name only, without a web address or a message.',
  email_invalid: 'Please enter an email address such as name@example.com.',
  email_dot:
    'Please check the dots in the email address: none may be at its start or end, next to the @ or doubled.',
  phone_invalid: 'Please enter a phone number such as 0803 123 4567 or +234 803 123 4567.',
  phone_too_long: 'This number has too many digits. Please check it; one of another country begins with +.',
  phone_too_short: 'This number has too few digits. Please check it; one of another country begins with +.',
  age_invalid: 'Please enter your age as a whole number.',
  age_too_low: `The minimum age is ${MINIMUM_AGE}.`,
  age_too_high: 'Please check the age.',
  gender_invalid: 'Please choose one of the options.',
  type_invalid: 'Please choose consultation or procedure.',
  date_invalid: 'Please choose a date.',
  time_invalid: 'Please choose a time.',
  text_invalid: 'Please remove characters that cannot be shown.',
  location_unknown: 'Selected location not valid, please refresh and try again!',
  doctor_unknown: 'This doctor is not available at the location.',
  doctor_not_for_service: 'This doctor doesn’t do this service. Please choose another doctor.',
  service_unknown: 'This service is not offered for the appointment type.',
  slot_past: 'This time has passed. Please choose another.',
  slot_too_far: 'This date is too far ahead. Please choose an earlier one.',
  slot_closed: 'The clinic is closed at this time. Please choose another.',
  slot_off_grid: 'Appointments start every 30 minutes. Please choose one of the times offered.',
} as const
export type FieldMessage = keyof typeof FIELD_MESSAGES

export const STAFF_FIELD_MESSAGES = {
  username_required: 'Please Enter Your Username',
  username_invalid: 'Please use 2 to 40 small letters, digits, dots, hyphens or underscores.',
  password_required: 'Please Enter Your Password',
  password_short: 'Please use at least 12 characters.',
  password_long: 'Please use at most 128 characters.',
  password_wrong: 'This is not your current password.',
  password_common:
    'This password is too easy to guess. Three or four words that have nothing to do with each other are better.',
  password_own_words:
    'Please leave out names, the clinic and its places: those are guessed first. Three or four other words are better.',
  staff_type_invalid: 'Please choose one of the types.',
  link_invalid: 'This link is not complete. Please open it from the mail again.',
  locations_required: 'Please choose at least one location.',
  doctor_required: 'Please choose whose column it is.',
  search_short: 'Please type at least 2 characters.',
} as const
export type StaffFieldMessage = keyof typeof STAFF_FIELD_MESSAGES

export const BLOCKER_FIELD_MESSAGES = {
  blocker_type_invalid: 'Please choose one of the types.',
  instant_invalid: 'Please choose a date and a time.',
  end_before_start: 'The end must be after the start.',
  too_far: 'Please choose a date from a year ago to 10 years ahead.',
  days_invalid: 'Please choose among the weekdays.',
  days_required: 'Please choose at least one weekday.',
  dates_invalid: 'Please choose dates from 1 to 31.',
  dates_required: 'Please choose at least one date.',
  month_invalid: 'Please choose a month.',
  month_required: 'Please choose a month.',
  date_not_in_month: 'This month does not have one of the dates.',
  not_for_type: 'This does not belong to the chosen type.',
  closure_today: 'Only the rest of today can be closed here. For other days please add a blocker.',
} as const
export type BlockerFieldMessage = keyof typeof BLOCKER_FIELD_MESSAGES

/** Of bookings and moves at the desk. */
export const DESK_FIELD_MESSAGES = {
  time_off_grid: 'Please choose a time in steps of five minutes.',
  time_skipped: 'The clocks go forward that night and skip this time. Please choose another.',
  minutes_invalid: `Please choose a length from ${SHORTEST_MINUTES} to ${LONGEST_MINUTES} minutes, in steps of five.`,
  contact_or_none:
    'Please enter a phone number or an email address, or say that the patient cannot be reached.',
  patient_unknown: 'This patient is not in the records.',
} as const
export type DeskFieldMessage = keyof typeof DESK_FIELD_MESSAGES

/** Specification, section 5. */
export const CODE_FIELD_MESSAGES = {
  contact_required: 'Please enter email or clinic ID!',
  code_not_integer: 'OTP must contain integers only!',
} as const
export type CodeFieldMessage = keyof typeof CODE_FIELD_MESSAGES

export const PATIENT_FIELD_MESSAGES = {
  clinic_id_invalid: 'Please use at most 64 letters, digits, spaces and . / _ - between them.',
  clinic_id_taken: 'This number is taken.',
} as const
export type PatientFieldMessage = keyof typeof PATIENT_FIELD_MESSAGES

const TABLES: readonly Record<string, string>[] = [
  FIELD_MESSAGES,
  STAFF_FIELD_MESSAGES,
  BLOCKER_FIELD_MESSAGES,
  DESK_FIELD_MESSAGES,
  CODE_FIELD_MESSAGES,
  PATIENT_FIELD_MESSAGES,
]

/** An unknown key gets the general message. */
export function fieldSentence(key: string): string {
  return TABLES.find((table) => Object.hasOwn(table, key))?.[key] ?? FIELD_MESSAGES.invalid
}

const key = (name: FieldMessage): FieldMessage => name
const deskKey = (name: DeskFieldMessage): DeskFieldMessage => name

/** In UTF-16 units. */
export const MAX_LENGTH = {
  name: 80,
  email: EMAIL_MAX_LENGTH,
  phone: PHONE_MAX_LENGTH,
  address: 200,
  serviceText: 120,
  complaint: 2000,
  id: 64,
  username: 40,
  search: 120,
  blockerDescription: 200,
  deviceName: 60,
  keyName: 60,
  cancelReason: 300,
  todoNote: 300,
  overrideReason: 200,
  patientNote: 1000,
} as const

// Control characters, direction overrides and lone surrogates: they break mail headers, cannot be stored, or
// disguise text.
const UNSAFE_LINE =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/u
const UNSAFE_TEXT =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/u
// Letters with what stands between them: 'O’Neil', ‘'t Hooft’, 'Gal·la', joiners of Persian.
const NAME = /^['’]?[\p{L}\p{M}](?:[\p{L}\p{M}\p{Zs}'’ʼ.·-]|\u200c|\u200d)*$/u
// A dot must end a word ('Jr.') or an initial of several ('J.R.'): a name with one inside could be a web address.
const DOT_INSIDE = /\.(?!\p{Zs}|$|\p{L}\.)/u

// At least one visible character: others leave a row empty.
const SEEN = /[^\p{Cf}\p{Z}]/u

const isClean = (pattern: RegExp) => (text: string) => !pattern.test(text)

const line = (maxLength: number, fold = foldLine) =>
  v.pipe(
    v.string(key('required')),
    v.transform(fold),
    v.nonEmpty(key('required')),
    v.check((text) => SEEN.test(text), key('required')),
    v.maxLength(maxLength, key('too_long')),
    v.check(isClean(UNSAFE_LINE), key('text_invalid')),
  )

/** Null and an empty text mean the same. */
const emptyAsNull = <T extends v.GenericSchema>(schema: T) =>
  v.union(
    [
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      v.nullable(schema),
    ],
    key('invalid'),
  )

/** For wire fields: absent, null and an empty text mean the same. */
export const optionalField = <T extends v.GenericSchema>(schema: T) => v.optional(emptyAsNull(schema), null)

/** For what is corrected: absent, it stays; null or empty, it is taken away. */
export const clearableField = <T extends v.GenericSchema>(schema: T) => v.optional(emptyAsNull(schema))

export const PersonName = v.pipe(
  line(MAX_LENGTH.name, foldName),
  v.regex(NAME, key('name_invalid')),
  v.check((name) => !DOT_INSIDE.test(name), key('name_dot')),
)
/** As a stranger types one, which goes into mails to any address. */
export const VisitorName = v.pipe(
  PersonName,
  v.check((name) => !readsLikeMessage(name), key('name_message')),
)
export const Email = v.pipe(
  line(MAX_LENGTH.email, foldCode),
  v.check((text) => !text.includes('@') || !hasLooseDot(text), key('email_dot')),
  v.check(isEmail, key('email_invalid')),
)
/**
 * A phone number by the specification's pattern (section 5), which decides on both sides: an international one of up to 15
 * digits, or 10 digits with separators between them if wanted. Besides, as people here write theirs, a national one that
 * begins with 0.
 */
export const Phone = v.pipe(
  line(MAX_LENGTH.phone, foldCode),
  v.transform((text) => readPhone(text) ?? text),
  v.check((text) => readPhone(text) !== null, key('phone_invalid')),
)
export const Age = v.pipe(
  v.number(key('age_invalid')),
  v.integer(key('age_invalid')),
  v.minValue(MINIMUM_AGE, key('age_too_low')),
  v.maxValue(MAXIMUM_AGE, key('age_too_high')),
)
export const Gender = v.picklist(GENDERS, key('gender_invalid'))
/** An English country name in lower case, like the specification's default 'nigeria'. */
export const Nationality = line(MAX_LENGTH.name)
export const Address = line(MAX_LENGTH.address)
export const DeviceName = line(MAX_LENGTH.deviceName)
export const KeyName = line(MAX_LENGTH.keyName)
export const BlockerDescription = line(MAX_LENGTH.blockerDescription)
export const ServiceText = line(MAX_LENGTH.serviceText)
export const Id = v.pipe(line(MAX_LENGTH.id, foldCode), v.regex(/^[\w-]+$/, key('invalid')))
export const ClinicDate = v.pipe(v.string(key('date_invalid')), v.check(isClinicDate, key('date_invalid')))
export const TimeOfDay = v.pipe(v.string(key('time_invalid')), v.check(isTimeOfDay, key('time_invalid')))
/** A time on the desk's grid of five minutes. */
export const DeskTime = v.pipe(
  TimeOfDay,
  v.check((time) => Number(time.slice(3)) % DESK_STEP_MINUTES === 0, deskKey('time_off_grid')),
)
/** The length of a visit, in minutes. */
export const DeskMinutes = v.pipe(
  v.number(deskKey('minutes_invalid')),
  v.minValue(SHORTEST_MINUTES, deskKey('minutes_invalid')),
  v.maxValue(LONGEST_MINUTES, deskKey('minutes_invalid')),
  v.multipleOf(LENGTH_STEP, deskKey('minutes_invalid')),
)
export const Complaint = v.pipe(
  v.string(key('invalid')),
  v.trim(),
  v.maxLength(MAX_LENGTH.complaint, key('too_long')),
  v.check(isClean(UNSAFE_TEXT), key('text_invalid')),
)
/** One line, since it goes into a mail. */
export const CancelReason = line(MAX_LENGTH.cancelReason)
/** Why somebody books or moves over closed hours, a blocker or the same person; in the audit trail. */
export const OverrideReason = line(MAX_LENGTH.overrideReason)
/** What was said on the phone, for colleagues. */
export const TodoNote = line(MAX_LENGTH.todoNote)
/** What colleagues should know of a patient. */
export const NoteText = v.pipe(
  v.string(key('required')),
  v.trim(),
  v.nonEmpty(key('required')),
  v.check((text) => SEEN.test(text), key('required')),
  v.maxLength(MAX_LENGTH.patientNote, key('too_long')),
  v.check(isClean(UNSAFE_TEXT), key('text_invalid')),
)
/** The clinic's number of a patient. It begins with a letter or a digit, so that it is no formula in a spreadsheet. */
export const PatientNumber = v.pipe(
  v.string('clinic_id_invalid' satisfies PatientFieldMessage),
  v.transform(foldCode),
  v.maxLength(MAX_LENGTH.id, 'clinic_id_invalid' satisfies PatientFieldMessage),
  v.regex(
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ./_-]*[\p{L}\p{M}\p{N}])?$/u,
    'clinic_id_invalid' satisfies PatientFieldMessage,
  ),
)
/** In any spelling; the server's normaliser decides whether the clinic has it. */
export const LocationText = v.pipe(
  v.string(key('location_unknown')),
  v.transform(foldCode),
  v.maxLength(40, key('location_unknown')),
)
/** Fewer characters are not searched for. */
export const SEARCH_FROM = 2
/** Short enough to compare with every row, long enough to be selective. */
export const SearchText = v.pipe(
  line(MAX_LENGTH.search),
  v.minLength(SEARCH_FROM, 'search_short' satisfies StaffFieldMessage),
)
