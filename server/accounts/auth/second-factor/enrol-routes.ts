import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Pool } from 'pg'
import { DoneAnswer } from '../../../../contract/envelope.ts'
import {
  EnrolledAnswer,
  PasskeyMade,
  PasskeyStartAnswer,
  StepCode,
  StepOnly,
  TotpMade,
  TotpStartAnswer,
} from '../../../../contract/second-factor.ts'
import { displayName } from '../../../../domain/staff.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { answers } from '../../../platform/http/answer.ts'
import { HttpFailure } from '../../../platform/http/failure.ts'
import { createLimit } from '../../../platform/http/limits.ts'
import { parsed } from '../../../platform/http/validate.ts'
import type { AccountsContext } from '../context.ts'
import { requirePasswords } from '../passwords-off.ts'
import { askingOf, handOut } from '../session-answer.ts'
import { type SignedIn, signedInStaff } from '../sessions.ts'
import { lockedActive, sessionFor } from '../sign-in.ts'
import { wireNames } from '../staff-user.ts'
import { type AddedFactor, addFactor, passkeysOf } from './factors.ts'
import { creationOptions, verifyNewPasskey } from './passkeys.ts'
import { kindsAt } from './policy.ts'
import {
  countTry,
  mailCode,
  proveByCode,
  provenStep,
  type Step,
  secretOf,
  stepOf,
  storeChallenge,
  takeChallenge,
  takeStep,
} from './steps.ts'
import { base32, matchingStep, TOTP_SECRET_BYTES, totpUri } from './totp.ts'

/** Mails with a code, to one person in an hour. */
const MAILS = 5
const TAGS = ['Second factor']
const WRONG_CODE = 'This code is wrong. Please check it or request a new one.'
const NOT_ADDED = "We couldn't add this: it's already there, or there are too many."

/** Setting up a factor: in a sign-in that waits for it, or from the profile. Both share this step. */
export function enrolRoutes(context: AccountsContext) {
  return new Hono()
    .route('/', mailProofRoutes(context))
    .route('/', totpRoutes(context))
    .route('/', passkeyRoutes(context))
}

/** Proof by a mailed code, before the first factor. */
function mailProofRoutes({ pool, now, allow, logRefusal, limits }: AccountsContext) {
  const mails = createLimit({
    pool,
    name: 'factor-mails',
    uses: MAILS,
    perSeconds: 3_600,
    message: 'Too many mails. Please try again in {minutes} minutes.',
    enabled: limits,
  })

  return new Hono()
    .post(
      '/auth/enrol/mail',
      describeRoute({
        summary: 'Mail a code to the account of a sign-in that waits for its first second factor',
        description: 'At most 5 mails an hour to one person. A new code ends the one before.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 429, 503]),
      }),
      allow.public,
      parsed('json', StepOnly),
      async (c) => {
        const step = await stepOf(pool, c.req.valid('json').step, ['enrol'], now())
        await mails.use(step.staffId ?? '')
        await mailCode(pool, step)
        return c.json({
          success: true as const,
          message: "We've sent the code to your account's email address.",
        })
      },
    )
    .post(
      '/auth/enrol/proof',
      describeRoute({
        summary: 'Show the mailed code: from then on a factor may be set up',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 503]),
      }),
      allow.public,
      parsed('json', StepCode),
      async (c) => {
        const { step: token, code } = c.req.valid('json')
        const step = await stepOf(pool, token, ['enrol'], now())
        await countTry(pool, step)
        if (!(await proveByCode(pool, step, code, now()))) {
          logRefusal({ requestId: c.get('requestId'), staff: step.staffId }, { says: 'mailed code refused' })
          throw new HttpFailure('code_wrong', WRONG_CODE)
        }
        return c.json({ success: true as const, message: 'Success!' })
      },
    )
}

function totpRoutes(context: AccountsContext) {
  const { pool, clinic, now, allow } = context
  return new Hono()
    .post(
      '/auth/enrol/totp/start',
      describeRoute({
        summary: 'The secret for an authenticator app',
        tags: TAGS,
        responses: answers(200, TotpStartAnswer, [400, 401, 503]),
      }),
      allow.public,
      parsed('json', StepOnly),
      async (c) => {
        const step = await provenStep(pool, c.req.valid('json').step, now())
        const secret = await secretOf(pool, step, randomBytes(TOTP_SECRET_BYTES))
        const { username } = await personOf(pool, step.staffId)
        const uri = totpUri(secret, { issuer: clinic.name, account: username })
        return c.json({ success: true as const, data: { secret: base32(secret), uri } })
      },
    )
    .post(
      '/auth/enrol/totp',
      describeRoute({
        summary: 'Add an authenticator app, by a code that it shows',
        tags: TAGS,
        responses: answers(200, EnrolledAnswer, [400, 401, 503]),
      }),
      allow.public,
      parsed('json', TotpMade),
      async (c) => {
        const { step: token, code, name } = c.req.valid('json')
        const step = await provenStep(pool, token, now())
        await countTry(pool, step)
        const { secret } = step
        const lastStep = secret && matchingStep(secret, code, now(), 0)
        if (!secret || lastStep === null) throw new HttpFailure('code_wrong', WRONG_CODE)
        const data = await enrol(context, c, step, { kind: 'totp', name, secret, lastStep })
        return c.json({ success: true as const, message: 'Success!', data })
      },
    )
}

function passkeyRoutes(context: AccountsContext) {
  const { pool, clinic, now, allow, secondFactor } = context
  return new Hono()
    .post(
      '/auth/enrol/passkey/start',
      describeRoute({
        summary: 'What a browser needs for making a passkey',
        tags: TAGS,
        responses: answers(200, PasskeyStartAnswer, [400, 401, 404, 503]),
      }),
      allow.public,
      parsed('json', StepOnly),
      async (c) => {
        if (!kindsAt(secondFactor.origin()).includes('passkey')) {
          throw new HttpFailure('not_found', "Passkeys need a host name, and this address isn't one.")
        }
        const { step: token } = c.req.valid('json')
        const step = await provenStep(pool, token, now())
        const own = await passkeysOf(pool, step.staffId)
        const person = await personOf(pool, step.staffId)
        const options = await creationOptions(secondFactor, clinic.name, person, own)
        await storeChallenge(pool, step, options.challenge)
        return c.json({ success: true as const, data: { step: token, options: { ...options } } })
      },
    )
    .post(
      '/auth/enrol/passkey',
      describeRoute({
        summary: 'Add a passkey',
        tags: TAGS,
        responses: answers(200, EnrolledAnswer, [400, 401, 503]),
      }),
      allow.public,
      parsed('json', PasskeyMade),
      async (c) => {
        const { step: token, name, response } = c.req.valid('json')
        const step = await provenStep(pool, token, now())
        await countTry(pool, step)
        const challenge = await takeChallenge(pool, step)
        const made = { ...response, clientExtensionResults: {} }
        const passkey = challenge && (await verifyNewPasskey(secondFactor, made, challenge))
        if (!passkey) throw new HttpFailure('code_wrong', "We couldn't add this passkey. Please try again.")
        const data = await enrol(context, c, step, { kind: 'passkey', name, ...passkey })
        return c.json({ success: true as const, message: 'Success!', data })
      },
    )
}

type NewFactor = Parameters<typeof addFactor>[2]
/** Adds the factor and, where a sign-in waited for it, starts the session. */
async function enrol(
  { pool, now, isHttps, passwordsOnlyFor }: AccountsContext,
  c: Context,
  step: Step & { staffId: string },
  factor: NewFactor,
) {
  const done = await inTransaction(pool, async (client) => {
    const row = await lockedActive(client, step.staffId)
    if (!row || !(await takeStep(client, step))) {
      throw new HttpFailure('link_spent', 'This took too long. Please start again.')
    }
    if (step.signsIn && !step.byProvider) requirePasswords(passwordsOnlyFor, row.username)
    const added: AddedFactor | null = await addFactor(client, step.staffId, factor, now())
    if (!added) throw new HttpFailure('invalid_input', NOT_ADDED)
    const signedIn: SignedIn | null = step.signsIn
      ? await sessionFor(client, row, { by: 'new_factor', now: now(), ...askingOf(c) })
      : null
    return { ...added, signedIn }
  })
  const { recoveryCodes, signedIn } = done
  return { recoveryCodes, signedIn: signedIn && handOut(c, signedIn, isHttps) }
}

async function personOf(pool: Pool, staffId: string) {
  const row = await inTransaction(pool, (client) => lockedActive(client, staffId))
  if (!row) throw new HttpFailure('link_spent', 'This took too long. Please start again.')
  const staff = signedInStaff(row)
  return { id: staff.id, username: staff.username, displayName: displayName(wireNames(staff)) }
}
