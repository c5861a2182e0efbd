import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  ChangePassword,
  ForgotPassword,
  Register,
  ResetPassword,
  SignedInAnswer,
} from '../../../contract/auth.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { ProofHeaders } from '../../../contract/proof.ts'
import { comparableEmail } from '../../../domain/contact.ts'
import { answers } from '../../platform/http/answer.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { createCallerLimit, createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'
import { callOf } from '../../platform/proofs/proofs.ts'
import { HARD_STOP, levelOfCaller } from '../abuse/levels.ts'
import { changePassword } from './change-password.ts'
import type { AccountsContext } from './context.ts'
import { passwordAgain } from './password-again.ts'
import { requestReset, resetPassword } from './password-reset.ts'
import { requirePasswordAccounts } from './passwords-off.ts'
import { register } from './registration.ts'
import { askingOf, handOut } from './session-answer.ts'
import { beginSession } from './sign-in.ts'

/** Exact wording of the specification (section 8). */
const LINK_SENT = 'Reset link are sended to your mailbox, check there first'

const REFUSALS = {
  link_spent: 'This invitation is no longer valid for this address. Please request a new one.',
  username_taken: 'This username is taken. Please choose another.',
  already_staff: "There's already an account for this address. Please sign in.",
} as const

/** Requests of one address in an hour, past which each needs a proof of work: whole towns share one address. */
const REQUESTS_PER_CALLER = 20

/** Routes without sign-in: request a new password, set it, accept an invitation. */
export function accountRoutes(context: AccountsContext) {
  const { pool, clinic, now, allow, limits, proofs, trustedProxies, isHttps, passwordsOnlyFor } = context
  const perCaller = createCallerLimit({
    pool,
    name: 'forgot-by-caller',
    uses: HARD_STOP * REQUESTS_PER_CALLER,
    perSeconds: 3_600,
    message: 'Too many requests from your connection. Please try again in {minutes} minutes.',
    enabled: limits,
  })
  const perAddress = createLimit({
    pool,
    name: 'forgot-by-address',
    uses: 3,
    perSeconds: 900,
    message: LINK_SENT,
    enabled: limits,
  })
  const countWrongLink = wrongTokens(context, {
    name: 'account-links-wrong',
    message: "Too many links that don't work. Please try again in {minutes} minutes.",
  })
  const facts = () => ({ now: now(), clinic, passwordsOnlyFor })

  return new Hono()
    .post(
      '/auth/forgot-password',
      describeRoute({
        summary: 'Ask for a link by which to set a new password',
        description:
          'The same answer in the same time whether or not anybody has that address. ' +
          'An address is sent at most 3 links in 15 minutes.',
        tags: ['Staff account'],
        responses: answers(200, DoneAnswer, [400, 401, 428, 429, 503]),
      }),
      allow.public,
      parsed('header', ProofHeaders),
      parsed('json', ForgotPassword),
      async (c) => {
        const { email } = c.req.valid('json')
        const caller = callerOf(c, trustedProxies)
        const level = levelOfCaller(await perCaller.use(caller), caller, REQUESTS_PER_CALLER)
        if (level !== null) {
          const call = callOf('POST /auth/forgot-password', [comparableEmail(email)])
          await proofs.need(c.req.valid('header')['enamel-proof'], call, level).catch(async (failure) => {
            await perCaller.giveBack(caller)
            throw failure
          })
        }
        // Over the limit the answer is the same, so it reveals nothing about the address, but no mail is
        // sent.
        const sends = await perAddress.use(comparableEmail(email)).then(() => true, usedUp)
        if (sends) await requestReset(pool, email, facts())
        return c.json({ success: true as const, message: LINK_SENT })
      },
    )
    .post(
      '/auth/reset-password',
      describeRoute({
        summary: 'Set a new password by a mailed link',
        description: 'A link works once and for 30 minutes. Signs the person out everywhere.',
        tags: ['Staff account'],
        responses: answers(200, DoneAnswer, [400, 401, 429, 503]),
      }),
      allow.public,
      parsed('json', ResetPassword),
      async (c) => {
        const isDone = await resetPassword(pool, c.req.valid('json'), facts())
        if (!isDone) {
          await countWrongLink(c)
          throw new HttpFailure('link_spent', 'This link is no longer valid. Please request a new one.')
        }
        return c.json({ success: true as const, message: 'Your password was changed. Please sign in.' })
      },
    )
    .post(
      '/auth/register',
      describeRoute({
        summary: 'Take up an invitation: makes the account and signs in',
        description:
          'An invitation works once, for 7 days, with the address it was sent to. ' +
          'Without a username one is made of the address. Where the provider is the only way to sign in, 403: whoever is ' +
          'invited signs in there, with that address.',
        tags: ['Staff account'],
        responses: answers(201, SignedInAnswer, [400, 401, 403, 409, 429, 503]),
      }),
      allow.public,
      parsed('json', Register),
      async (c) => {
        requirePasswordAccounts(passwordsOnlyFor)
        const outcome = await register(pool, c.req.valid('json'), facts())
        if (outcome.kind === 'link_spent') await countWrongLink(c)
        if (outcome.kind !== 'registered') {
          const message = REFUSALS[outcome.kind]
          const errors = outcome.kind === 'username_taken' && { username: message }
          throw new HttpFailure(outcome.kind, message, errors ? { errors } : {})
        }
        const signedIn = await beginSession(pool, outcome.staffId, now(), askingOf(c))
        const data = handOut(c, signedIn, isHttps)
        return c.json({ success: true as const, message: 'Success!', data }, 201)
      },
    )
}

function usedUp(reason: unknown): false {
  if (reason instanceof HttpFailure && reason.code === 'too_many_requests') return false
  throw reason
}

/** POST /auth/change-password. A wrong present password is a 400, since a 401 would mean an expired session. */
export function changePasswordRoute(context: AccountsContext) {
  const { pool, clinic, now, allow, logRefusal, trustedProxies } = context
  const prove = passwordAgain(context)
  return new Hono().post(
    '/auth/change-password',
    describeRoute({
      summary: "Change one's own password",
      description: 'Takes the present one too. Signs the person out everywhere, here included.',
      tags: ['Staff account'],
      responses: answers(200, DoneAnswer, [400, 401, 403, 429, 503]),
    }),
    allow.to('account'),
    parsed('json', ChangePassword),
    async (c) => {
      const { current, password } = c.req.valid('json')
      const { staff } = c.var
      const proven = await prove(c, c.var, current)
      const facts = { now: now(), clinic }
      const isDone = proven && (await changePassword(pool, staff, proven, password, facts))
      if (!isDone) {
        const caller = callerOf(c, trustedProxies).address
        const refusedTo = { requestId: c.get('requestId'), caller, staff: staff.id }
        logRefusal(refusedTo, { says: 'change of password refused' })
        throw invalidInput({ current: 'password_wrong' })
      }
      return c.json({ success: true as const, message: 'Your password was changed. Please sign in.' })
    },
  )
}
