import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { PoolClient } from 'pg'
import {
  FactorSignedInAnswer,
  PasskeyShown,
  PasskeyStart,
  PasskeyStartAnswer,
  StepCode,
} from '../../../../contract/second-factor.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { answers } from '../../../platform/http/answer.ts'
import { callerOf } from '../../../platform/http/caller.ts'
import { HttpFailure } from '../../../platform/http/failure.ts'
import { createCallerLimit, createLimit } from '../../../platform/http/limits.ts'
import { parsed } from '../../../platform/http/validate.ts'
import { failedSignIns } from '../../audit/failed-sign-ins.ts'
import type { AccountsContext } from '../context.ts'
import { requirePasswords } from '../passwords-off.ts'
import { askingOf, handOut } from '../session-answer.ts'
import type { SignedIn } from '../sessions.ts'
import { type BrowserFacts, lockedActive, sessionFor } from '../sign-in.ts'
import { noteChange, notePasskeyUse, passkeyOf, passkeysOf, useTotp } from './factors.ts'
import { requestOptions, verifyPasskey } from './passkeys.ts'
import { kindsAt } from './policy.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { beginStep, countTry, type Step, stepOf, storeChallenge, takeChallenge, takeStep } from './steps.ts'

/** Wrong codes of one person in an hour, over all steps: a guesser gets 1 in 33,000 an hour. */
const WRONG_CODES = 10
/** Per address, which a front desk shares. */
const STARTS = 60
const STARTS_SECONDS = 600

const TOO_MANY = 'Too many tries. Please try again in {minutes} minutes.'
const TAGS = ['Second factor']
const WRONG_CODE = 'This code is wrong or was already used.'
const WRONG_PASSKEY = "We don't know this passkey. Please try another way."

/** The way from the password to the session, and the session by a passkey alone. */
export function factorSignInRoutes(context: AccountsContext) {
  const { pool, now, allow, log, limits, trustedProxies, isHttps, secondFactor } = context
  const { afterwards, logRefusal } = context
  const noteFailedSignIn = failedSignIns({ pool, log, limits })
  const ofPerson = createLimit({
    pool,
    name: 'factor-codes',
    uses: WRONG_CODES,
    perSeconds: 3_600,
    message: TOO_MANY,
    enabled: limits,
  })
  const ofCaller = createCallerLimit({
    pool,
    name: 'passkey-start',
    uses: STARTS,
    perSeconds: STARTS_SECONDS,
    message: TOO_MANY,
    enabled: limits,
  })

  return new Hono()
    .post(
      '/auth/factor/code',
      describeRoute({
        summary: 'Finish to sign in with a code of an app, or with a recovery code',
        description: 'A step allows 5 tries. A code counts once.',
        tags: TAGS,
        responses: answers(200, FactorSignedInAnswer, [400, 401, 403, 429, 503]),
      }),
      allow.public,
      parsed('json', StepCode),
      async (c) => {
        const { step: token, code } = c.req.valid('json')
        const step = await stepOf(pool, token, ['verify'], now())
        const staffId = step.staffId ?? ''
        await ofPerson.use(staffId)
        await countTry(pool, step)
        const signedIn = await finish(context, step, staffId, askingOf(c), async (client) => {
          if (await useTotp(client, staffId, code, now())) return 'totp'
          if (!(await useRecoveryCode(client, staffId, code, now()))) return null
          await noteChange(client, staffId, 'staff.recovery_code_used', {})
          return 'recovery_code'
        })
        if (!signedIn) {
          logRefusal({ requestId: c.get('requestId'), staff: staffId }, { says: 'second factor refused' })
          afterwards.begin(() => noteFailedSignIn(staffId))
          throw new HttpFailure('code_wrong', WRONG_CODE)
        }
        await ofPerson.forget(staffId)
        return c.json({ success: true as const, message: 'Success!', data: handOut(c, signedIn, isHttps) })
      },
    )
    .post(
      '/auth/factor/passkey/start',
      describeRoute({
        summary: 'Begin to show a passkey: after the password, or alone',
        description: 'Without a `step` it is for signing in with a passkey alone, whoever has one.',
        tags: TAGS,
        responses: answers(200, PasskeyStartAnswer, [400, 401, 404, 429, 503]),
      }),
      allow.public,
      parsed('json', PasskeyStart),
      async (c) => {
        if (!kindsAt(secondFactor.origin()).includes('passkey')) {
          throw new HttpFailure('not_found', "This way of signing in isn't available here.")
        }
        await ofCaller.use(callerOf(c, trustedProxies))
        const given = c.req.valid('json').step
        const token =
          given ??
          (await beginStep(pool, { purpose: 'passkey', staffId: null, signsIn: true, proven: false }, now()))
        const step = await stepOf(pool, token, [given === undefined ? 'passkey' : 'verify'], now())
        const own = step.staffId === null ? [] : await passkeysOf(pool, step.staffId)
        const options = await requestOptions(secondFactor, own)
        await storeChallenge(pool, step, options.challenge)
        return c.json({ success: true as const, data: { step: token, options: { ...options } } })
      },
    )
    .post(
      '/auth/factor/passkey',
      describeRoute({
        summary: 'Finish to sign in with a passkey',
        tags: TAGS,
        responses: answers(200, FactorSignedInAnswer, [400, 401, 403, 429, 503]),
      }),
      allow.public,
      parsed('json', PasskeyShown),
      async (c) => {
        const { step: token, response } = c.req.valid('json')
        const step = await stepOf(pool, token, ['verify', 'passkey'], now())
        await countTry(pool, step)
        const refuse = (staff: string | null) => {
          logRefusal({ requestId: c.get('requestId'), staff }, { says: 'passkey refused' })
          if (staff !== null) afterwards.begin(() => noteFailedSignIn(staff))
          return new HttpFailure('code_wrong', WRONG_PASSKEY)
        }
        const challenge = await takeChallenge(pool, step)
        const passkey = await passkeyOf(pool, response.id)
        const isTheirs = passkey && (step.staffId === null || step.staffId === passkey.staffId)
        if (challenge === null || !isTheirs) throw refuse(step.staffId)
        const shown = { ...response, response: withHandle(response.response), clientExtensionResults: {} }
        const counter = await verifyPasskey(secondFactor, shown, challenge, passkey)
        if (counter === null) throw refuse(passkey.staffId)
        const signedIn = await finish(context, step, passkey.staffId, askingOf(c), async (client) =>
          (await notePasskeyUse(client, passkey, counter, now())) ? 'passkey' : null,
        )
        if (!signedIn) throw refuse(passkey.staffId)
        return c.json({ success: true as const, message: 'Success!', data: handOut(c, signedIn, isHttps) })
      },
    )
}

/** Ends the step with a session, if `check` finds the factor right; all or nothing. */
function finish(
  { pool, now, passwordsOnlyFor }: AccountsContext,
  step: Step,
  staffId: string,
  asking: BrowserFacts,
  check: (client: PoolClient) => Promise<'passkey' | 'totp' | 'recovery_code' | null>,
): Promise<SignedIn | null> {
  return inTransaction(pool, async (client) => {
    // The person before the step, in the order of a change of password.
    const row = await lockedActive(client, staffId)
    if (!row || !(await takeStep(client, step))) return null
    if (!step.byProvider) requirePasswords(passwordsOnlyFor, row.username)
    const by = await check(client)
    if (by === null) throw new NotRight()
    return sessionFor(client, row, { by, now: now(), ...asking })
  }).catch((error: unknown) => {
    if (error instanceof NotRight) return null
    throw error
  })
}

/** Rolls back what a wrong factor must not change. */
class NotRight extends Error {}

/** The library takes no null. */
function withHandle<T extends { userHandle?: string | null | undefined }>({ userHandle, ...rest }: T) {
  return userHandle ? { ...rest, userHandle } : rest
}
