import * as v from 'valibot'
import { FIRST_RIGHTS } from '../domain/first-rights.ts'
import { STAFF_TYPES } from '../domain/staff.ts'
import { answerOf } from './envelope.ts'
import {
  Email,
  type FieldMessage,
  Id,
  LocationText,
  MAX_LENGTH,
  optionalField,
  PersonName,
  type StaffFieldMessage,
} from './fields.ts'

const key = <K extends FieldMessage | StaffFieldMessage>(name: K): K => name

export const PASSWORD_MIN_LENGTH = 12
export const PASSWORD_MAX_LENGTH = 128

/** Sign-in accepts any text that could be a password, and does not say what is wrong with it. */
export const TypedPassword = v.pipe(
  v.string(key('password_required')),
  v.nonEmpty(key('password_required')),
  v.maxLength(PASSWORD_MAX_LENGTH, key('password_long')),
)

/** A username as typed: trimmed and lower-cased (specification, section 5). */
const TypedUsername = v.pipe(
  v.string(key('username_required')),
  v.trim(),
  v.toLowerCase(),
  v.nonEmpty(key('username_required')),
  v.maxLength(MAX_LENGTH.username, key('too_long')),
)

export const Username = v.pipe(
  TypedUsername,
  v.regex(/^[a-z0-9][a-z0-9._-]*[a-z0-9]$/, key('username_invalid')),
)

/** A new password. The server also rejects common ones, since it has the list. */
export const NewPassword = v.pipe(
  v.string(key('password_required')),
  v.nonEmpty(key('password_required')),
  v.minLength(PASSWORD_MIN_LENGTH, key('password_short')),
  v.maxLength(PASSWORD_MAX_LENGTH, key('password_long')),
)

/** A token of a mailed link or of a hand-over: 32 random bytes in base64url. */
export const OneUseToken = v.pipe(v.string(key('link_invalid')), v.regex(/^[\w-]{43}$/, key('link_invalid')))

export const StaffTypeField = v.picklist(STAFF_TYPES, key('staff_type_invalid'))

/** A signed-in staff member as stored in `authUser` in session storage (specification, section 3). */
export const StaffUser = v.object({
  id: v.string(),
  username: v.string(),
  email: v.string(),
  surname: v.string(),
  other_names: v.string(),
  displayName: v.string(),
  /** Code of their first location, which lists begin with; null: all locations. */
  location: v.nullable(v.string()),
  type: v.picklist(STAFF_TYPES),
  /** Codes (domain/rights.ts). These three are missing in what an older page has stored. */
  locations: v.optional(v.array(v.string()), []),
  /** A doctor's own column. */
  doctorId: v.optional(v.nullable(v.string()), null),
  /** Version that grows when the rights shrink; a refusal (403) names the current one. */
  rightsVersion: v.optional(v.number(), FIRST_RIGHTS),
  /** Codes of the reception tablet whose session it is, beyond which no right reaches; null: none. */
  boundTo: v.optional(v.nullable(v.array(v.string())), null),
  role: v.nullable(v.object({ slug: v.string() })),
  profession: v.nullable(v.string()),
  job_title: v.nullable(v.string()),
})
export type StaffUser = v.InferOutput<typeof StaffUser>

export const SignIn = v.object({ username: TypedUsername, password: TypedPassword })
export type SignIn = v.InferOutput<typeof SignIn>
export const FACTOR_KINDS = ['passkey', 'totp'] as const
export type FactorKind = (typeof FACTOR_KINDS)[number]

/**
 * Step between a right password and a session. `verify`: a person with a factor shows it; `enrol`: a person who must
 * have one has none, proves the address of the account by a mailed code, and sets one up. `step` is worthless for any
 * other call, and ends after 10 minutes.
 */
export const FactorStep = v.object({
  step: v.string(),
  purpose: v.picklist(['verify', 'enrol']),
  displayName: v.string(),
  /** Factors that can be shown, or set up. */
  kinds: v.array(v.picklist(FACTOR_KINDS)),
})
export type FactorStep = v.InferOutput<typeof FactorStep>

/**
 * Key with which a browser seals its stored data while locked: it has the key while unlocked, and gets it back with
 * POST /auth/unlock. Missing: another backend, with which a lock signs out.
 */
const LockKey = v.optional(v.string())

/** `factorDueAt`: from that instant on a sign-in asks for a second factor, and this person has none yet. */
export const SignedInData = v.object({
  user: StaffUser,
  token: v.string(),
  lockKey: LockKey,
  factorDueAt: v.optional(v.nullable(v.string())),
})

/** POST /auth/signin: the session, or the step before it. */
export const SignInAnswer = answerOf(v.union([SignedInData, FactorStep]))

export const SignedInAnswer = answerOf(SignedInData)
export type SignedIn = v.InferOutput<typeof SignedInData>

/** PUT /auth/profile: the profile from then on. */
export const ProfileAnswer = answerOf(v.object({ user: StaffUser }))

export const SessionAnswer = answerOf(v.object({ user: StaffUser, lockKey: LockKey }))

export const TokenTestAnswer = answerOf(v.object({ kind: v.picklist(['staff', 'patient']) }))

/** POST /auth/prove: the password again, in one's own session. */
export const ProveIdentity = v.object({ password: TypedPassword })

/** A line of one's own sessions. Instants with offset; `browser` by its proper names, null where none is known. */
export const OwnSession = v.object({
  id: v.string(),
  browser: v.nullable(v.string()),
  startedAt: v.string(),
  lastUsedAt: v.string(),
  isThis: v.boolean(),
})
export type OwnSession = v.InferOutput<typeof OwnSession>
export const OwnSessionsAnswer = answerOf(v.array(OwnSession))

export const SessionParam = v.object({ id: v.pipe(v.string(key('invalid')), v.uuid(key('invalid'))) })

/** SHA-256 of a token, in base64url: names a session, and opens nothing. */
const SessionName = v.pipe(v.string(key('invalid')), v.regex(/^[\w-]{43}$/, key('invalid')))

/** POST /auth/lock: by what its owner may unlock it, besides the password. */
export const LockedAnswer = answerOf(v.object({ hasPasskey: v.boolean() }))

/**
 * POST /auth/unlock. `password` is left out where the bearer is another session of the same person, begun within 10
 * minutes: they have shown a passkey.
 */
export const Unlock = v.object({ session: SessionName, password: v.optional(TypedPassword) })
export const UnlockAnswer = answerOf(v.object({ lockKey: v.string() }))

/** POST /auth/ended-sessions. */
export const EndSessions = v.object({
  sessions: v.pipe(
    v.array(SessionName, key('invalid')),
    v.minLength(1, key('required')),
    v.maxLength(20, key('invalid')),
  ),
})

export const ForgotPassword = v.object({ email: Email })

export const ResetPassword = v.object({ token: OneUseToken, password: NewPassword })
export type ResetPassword = v.InferOutput<typeof ResetPassword>

/** One's own; the present password is required. */
export const ChangePassword = v.object({ current: TypedPassword, password: NewPassword })
export type ChangePassword = v.InferOutput<typeof ChangePassword>

/** POST /auth/register accepts an invitation. A missing username is made from the address. */
export const Register = v.object({
  invite: OneUseToken,
  email: Email,
  password: NewPassword,
  username: optionalField(Username),
})
export type Register = v.InferOutput<typeof Register>
export type RegisterWire = v.InferInput<typeof Register>

/**
 * PUT /auth/profile: one's own only. `idx` is the staff member's id (specification, section 7). Missing or
 * null fields stay unchanged; an empty profession or title is removed.
 */
export const EditProfile = v.object({
  username: Username,
  idx: optionalField(Id),
  surname: optionalField(PersonName),
  other_names: optionalField(PersonName),
  location: v.optional(v.nullable(LocationText)),
  profession: v.optional(v.nullable(v.union([v.literal(''), PersonName]))),
  job_title: v.optional(v.nullable(v.union([v.literal(''), PersonName]))),
})
export type EditProfile = v.InferOutput<typeof EditProfile>
export type EditProfileWire = v.InferInput<typeof EditProfile>

/**
 * GET /auth/providers: sign-in methods besides a password, in the order of their buttons. `only`: passwords are switched
 * off, but for one account.
 */
export const AuthProvidersAnswer = answerOf(
  v.array(v.object({ id: v.literal('oidc'), name: v.string(), only: v.optional(v.boolean(), false) })),
)

/** POST /auth/oidc/start. `fresh`: the provider asks who it is, however lately it did: a fresh proof of the session. */
export const OidcStart = v.object({ fresh: v.optional(v.boolean(), false) })

/** POST /auth/oidc/start: the provider's URL, and a secret that only this browser tab stores. */
export const OidcStartAnswer = answerOf(v.object({ url: v.string(), secret: v.string() }))

/** Reason for a failed sign-in, sent back as `#error=`. */
export const OIDC_REFUSALS = ['not_staff', 'cancelled', 'failed', 'expired'] as const
export type OidcRefusal = (typeof OIDC_REFUSALS)[number]

export const OidcFinish = v.object({ code: OneUseToken, secret: OneUseToken })
