import * as v from 'valibot'
import { MAXIMUM_AGE, MINIMUM_AGE } from '../domain/booking.ts'
import { isClinicDate, isTimeOfDay } from '../domain/clinic-time.ts'
import {
  EMAIL_MAX_LENGTH,
  foldEmail,
  hasLooseDot,
  isEmail,
  PHONE_MAX_LENGTH,
  readPhone,
} from '../domain/contact.ts'
import { GENDERS } from '../domain/genders.ts'
import { readsLikeMessage } from '../domain/name-check.ts'
import { CANCEL_REASON_MAX_LENGTH } from '../domain/own-visit.ts'
import { LENGTH_STEP, LONGEST_MINUTES, SHORTEST_MINUTES } from '../domain/services.ts'
import { DESK_STEP_MINUTES } from '../domain/slots.ts'
import { foldCode, foldLine, foldName } from '../domain/typed-text.ts'
import type {
  DeskFieldMessage,
  FieldMessage,
  PatientFieldMessage,
  StaffFieldMessage,
} from './field-messages.ts'

export * from './field-messages.ts'

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
  cancelReason: CANCEL_REASON_MAX_LENGTH,
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
// Letters and the characters between them: 'O’Neil', ‘'t Hooft’, 'Gal·la', joiners of Persian.
const NAME = /^['’]?[\p{L}\p{M}](?:[\p{L}\p{M}\p{Zs}'’ʼ.·-]|\u200c|\u200d)*$/u
// A dot must end a word ('Jr.', 'St.-Pierre') or precede an initial ('J.R.', 'M.K.O Abiola'): a name with one inside
// could be a web address.
const DOT_INSIDE = /\.(?![\p{Zs}-]|$|\p{L}\p{M}*(?:[.\p{Zs}-]|$))/u

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

/** A wire field: absent, null and an empty text mean the same. */
export const optionalField = <T extends v.GenericSchema>(schema: T) => v.optional(emptyAsNull(schema), null)

/** A field of a correction: absent, it stays; null or empty, it is removed. */
export const clearableField = <T extends v.GenericSchema>(schema: T) => v.optional(emptyAsNull(schema))

export const PersonName = v.pipe(
  line(MAX_LENGTH.name, foldName),
  v.regex(NAME, key('name_invalid')),
  v.check((name) => !DOT_INSIDE.test(name), key('name_dot')),
)
/** A name as a stranger types one, which goes into mails to any address. */
export const VisitorName = v.pipe(
  PersonName,
  v.check((name) => !readsLikeMessage(name), key('name_message')),
)
export const Email = v.pipe(
  line(MAX_LENGTH.email, foldEmail),
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
/** Length of an appointment, in minutes. */
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
/** Reason for an override of closed hours, a blocker or the same person; in the audit trail. */
export const OverrideReason = line(MAX_LENGTH.overrideReason)
/** Note about the phone call, for colleagues. */
export const TodoNote = line(MAX_LENGTH.todoNote)
/** Note about a patient, for colleagues. */
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
/** Minimum length of a search. */
export const SEARCH_FROM = 2
/** Short enough to compare with every row, long enough to be selective. */
export const SearchText = v.pipe(
  line(MAX_LENGTH.search),
  v.minLength(SEARCH_FROM, 'search_short' satisfies StaffFieldMessage),
)
