import * as v from 'valibot'
import { FACTOR_KINDS, OneUseToken, SignedInData, TypedPassword } from './auth.ts'
import { answerOf } from './envelope.ts'
import type { FieldMessage } from './fields.ts'

const invalid: FieldMessage = 'invalid'

const base64url = (most: number) =>
  v.pipe(v.string(invalid), v.maxLength(most, invalid), v.regex(/^[\w-]*$/, invalid))

export const FactorSignedInAnswer = answerOf(SignedInData)

const Step = { step: OneUseToken }

/** A code of an authenticator app or a recovery code, with spaces and hyphens as people type them. */
const TypedCode = v.pipe(
  v.string(invalid),
  v.maxLength(80, invalid),
  v.transform((text) => text.replace(/[\s-]/g, '').toLowerCase()),
  v.regex(/^[a-z0-9]{6,40}$/, invalid),
)

export const StepOnly = v.object(Step)
export const StepCode = v.object({ ...Step, code: TypedCode })

/** Without a step: a passkey alone signs in. */
export const PasskeyStart = v.object({ step: v.optional(OneUseToken) })

/** `options` are those of WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
export const PasskeyStartAnswer = answerOf(
  v.object({ step: v.string(), options: v.record(v.string(), v.unknown()) }),
)

const credential = {
  id: v.pipe(base64url(1400), v.nonEmpty(invalid)),
  rawId: v.pipe(base64url(1400), v.nonEmpty(invalid)),
  type: v.literal('public-key', invalid),
}

/** The browser's answer, of which the server reads these parts. */
export const PasskeyShown = v.object({
  ...Step,
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64url(4000),
      authenticatorData: base64url(4000),
      signature: base64url(8000),
      userHandle: v.optional(v.nullable(base64url(200))),
    }),
  }),
})

/** A name that distinguishes one's factors. */
const FactorName = v.pipe(
  v.string(invalid),
  v.trim(),
  v.nonEmpty(invalid),
  v.maxLength(40, invalid),
  v.regex(/^[\p{L}\p{M}\p{N} .,'’()+_-]+$/u, invalid),
)

export const PasskeyMade = v.object({
  ...Step,
  name: FactorName,
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64url(4000),
      attestationObject: base64url(16_000),
      transports: v.optional(
        v.pipe(
          v.array(v.pipe(v.string(invalid), v.regex(/^[a-z-]{2,20}$/, invalid))),
          v.maxLength(10, invalid),
        ),
        [],
      ),
    }),
  }),
})

export const TotpMade = v.object({ ...Step, code: TypedCode, name: FactorName })

/** `secret` in Base32 for typing, `uri` for a QR code. */
export const TotpStartAnswer = answerOf(v.object({ secret: v.string(), uri: v.string() }))

/** `recoveryCodes` come with the first factor, once; `signedIn` where a sign-in waited for it. */
export const EnrolledAnswer = answerOf(
  v.object({ recoveryCodes: v.nullable(v.array(v.string())), signedIn: v.nullable(SignedInData) }),
)
export type Enrolled = v.InferOutput<typeof EnrolledAnswer>['data']

/** A change of one's factors needs the current password; without one, a fresh proof by the provider. */
export const ProvenByPassword = v.object({ password: v.optional(TypedPassword) })

export const BegunStepAnswer = answerOf(
  v.object({ step: v.string(), kinds: v.array(v.picklist(FACTOR_KINDS)) }),
)

export const FactorParam = v.object({ id: v.pipe(v.string(invalid), v.uuid(invalid)) })
export const RenameFactor = v.object({ name: FactorName })

/** One's factors; instants with offset. */
export const FactorsAnswer = answerOf(
  v.object({
    factors: v.array(
      v.object({
        id: v.string(),
        kind: v.picklist(FACTOR_KINDS),
        name: v.string(),
        createdAt: v.string(),
        lastUsedAt: v.nullable(v.string()),
      }),
    ),
    recoveryCodes: v.number(),
    /** Null: not required. */
    dueAt: v.nullable(v.string()),
    /** Whether a change asks for the password; else for a sign-in at the provider within 10 minutes. */
    byPassword: v.optional(v.boolean(), true),
  }),
)
export type Factors = v.InferOutput<typeof FactorsAnswer>['data']

export const RecoveryCodesAnswer = answerOf(v.object({ recoveryCodes: v.array(v.string()) }))
