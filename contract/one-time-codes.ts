import * as v from 'valibot'
import { answerOf } from './envelope.ts'
import {
  type CodeFieldMessage,
  type FieldMessage,
  Gender,
  LocationText,
  MAX_LENGTH,
  optionalField,
} from './fields.ts'
import { Language } from './languages.ts'

const key = <K extends FieldMessage | CodeFieldMessage>(name: K): K => name

/** Codes have six digits and travel as numbers, so none begins with a zero. */
export const CODE_MIN = 100_000
export const CODE_MAX = 999_999
/** Lifetime of a code, in seconds (specification, section 9). */
export const CODE_SECONDS = 180
/** Wait before another code can be requested, in seconds. */
export const NEW_CODE_AFTER_SECONDS = 45

/** Typed text: an email address, a phone number or a clinic id; the server decides which, like the page. */
const Typed = v.pipe(v.string(key('invalid')), v.trim(), v.maxLength(MAX_LENGTH.email, key('too_long')))

/** An opaque id of ours: of a challenge, or of one name of a family. */
const OpaqueId = v.pipe(v.string(key('invalid')), v.uuid(key('invalid')))

/**
 * POST /send-otp/email and /send-otp/sms. `destination` is an email address or a phone number, or empty when `emrId` is
 * a clinic id. `rawId` is the name that was chosen among several, `language` the one of the message.
 */
export const SendCode = v.pipe(
  v.object({
    emrId: optionalField(Typed),
    destination: optionalField(Typed),
    location: LocationText,
    rawId: optionalField(OpaqueId),
    language: optionalField(Language),
  }),
  v.forward(
    v.partialCheck(
      [['emrId'], ['destination']],
      ({ emrId, destination }) => Boolean(emrId || destination),
      key('contact_required'),
    ),
    ['destination'],
  ),
)
export type SendCode = v.InferOutput<typeof SendCode>
export type SendCodeWire = v.InferInput<typeof SendCode>

/**
 * One record, known person or not, which echoes only what was typed: its `rawId` is the challenge. Several: a family
 * behind one contact, each with the part of the name that the family recognises in `names` and an id to choose it by;
 * no code has been sent then.
 */
export const CodeSentAnswer = answerOf(
  v.array(
    v.object({
      rawId: v.string(),
      emrId: v.string(),
      email: v.string(),
      phoneNumber: v.string(),
      names: v.optional(v.string()),
    }),
  ),
)
export type CodeSent = v.InferOutput<typeof CodeSentAnswer>['data'][number]

/**
 * POST /verify-otp: the challenge as `rawId`, the code as a number, and `email` and `phoneNumber` as in the answer of
 * send-otp: the typed contact in one of them, and for a clinic id both empty. A given value must be the one that the
 * code was requested for.
 */
export const VerifyCode = v.object({
  code: v.pipe(v.number(key('code_not_integer')), v.integer(key('code_not_integer'))),
  email: optionalField(Typed),
  phoneNumber: optionalField(Typed),
  rawId: OpaqueId,
})
export type VerifyCode = v.InferOutput<typeof VerifyCode>

/** The verified patient as the clinic knows them; an empty text or null where the record has no value. */
export const VerifiedPatient = v.object({
  /** The patient's id in this portal. */
  id: v.string(),
  rawId: v.string(),
  emrId: v.string(),
  /** Title, names and raw id as they are shown (specification, section 3). */
  displayName: v.string(),
  title: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  middleName: v.string(),
  email: v.string(),
  phoneNumber: v.string(),
  gender: v.nullable(Gender),
  nationality: v.string(),
  /** 'YYYY-MM-DD' */
  birthDate: v.nullable(v.string()),
  /** Whole years on the clinic's day of today, from the birth date. */
  age: v.nullable(v.number()),
  address: v.string(),
  /** Guardian of a minor. Missing in drafts of an older version. */
  guardian: v.optional(v.string(), ''),
  /** Future open appointments, and how many may be booked here; null: no limit. Missing in older drafts. */
  openAppointments: v.optional(v.number(), 0),
  openLimit: v.optional(v.nullable(v.number()), null),
})
export type VerifiedPatient = v.InferOutput<typeof VerifiedPatient>
export const VerifiedAnswer = answerOf(v.object({ token: v.string(), ...VerifiedPatient.entries }))

/** GET /patient: the verified patient of a token, for a page that was loaded again. */
export const VerifiedPatientAnswer = answerOf(VerifiedPatient)
