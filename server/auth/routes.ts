import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { SessionAnswer, SignedInAnswer, SignIn, TokenTestAnswer } from '../../contract/auth.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import type { Context as AppContext } from '../app.ts'
import { answers } from '../http/answer.ts'
import { callerAddress } from '../http/caller.ts'
import { HttpFailure } from '../http/failure.ts'
import { createLimit } from '../http/limits.ts'
import { parsed } from '../http/validate.ts'
import { staffUser } from '../staff/staff-user.ts'
import { endSession, findSession } from './sessions.ts'
import { signIn } from './sign-in.ts'

const FAILURES_BEFORE_SLOWING = 5
const SLOW_SECONDS = 300

/** Sign-in, the session check, sign-out and the token test. */
export function sessionRoutes({ pool, now, allow, limits, trustedProxies }: AppContext) {
  const failures = createLimit({
    pool,
    name: 'sign-in',
    uses: FAILURES_BEFORE_SLOWING,
    perSeconds: SLOW_SECONDS,
    message: 'Too many tries. Please try again in {minutes} minutes.',
    enabled: limits,
  })

  return new Hono()
    .post(
      '/auth/signin',
      describeRoute({
        summary: 'Sign in',
        description: 'The same answer in the same time for an unknown user and a wrong password.',
        tags: ['Staff session'],
        responses: answers(200, SignedInAnswer, [400, 401, 429, 503]),
      }),
      allow.public,
      parsed('json', SignIn),
      async (c) => {
        const credentials = c.req.valid('json')
        const caller = `${credentials.username} ${callerAddress(c, trustedProxies)}`
        // Counted before the check, so that many guesses at once are no way round it; a success takes it back.
        await failures.use(caller)
        const signedIn = await signIn(pool, credentials, now())
        if (!signedIn) throw new HttpFailure('wrong_credentials', 'Username or password is not right.')
        await failures.forget(caller)
        const session = await findSession(pool, signedIn.token, now())
        if (session?.kind !== 'staff')
          throw new HttpFailure('wrong_credentials', 'Username or password is not right.')
        return c.json({
          success: true as const,
          message: 'Success!',
          data: { user: staffUser(session.staff), token: signedIn.token },
        })
      },
    )
    .get(
      '/auth/session',
      describeRoute({
        summary: 'The session check: who is signed in',
        tags: ['Staff session'],
        responses: answers(200, SessionAnswer, [401, 403, 503]),
      }),
      allow.staff,
      (c) => c.json({ success: true as const, data: { user: staffUser(c.var.staff) } }),
    )
    .post(
      '/auth/logout',
      describeRoute({
        summary: 'Sign out: the token is worth nothing from here on',
        tags: ['Staff session'],
        responses: answers(200, DoneAnswer, [401, 403, 503]),
      }),
      allow.session,
      async (c) => {
        await endSession(pool, c.var.session)
        return c.json({ success: true as const, message: 'Signed out.' })
      },
    )
    .get(
      '/token/test',
      describeRoute({
        summary: "Whether a staff member's or a patient's token is live, and which of the two it is",
        tags: ['Staff session'],
        responses: answers(200, TokenTestAnswer, [401, 403, 503]),
      }),
      allow.session,
      (c) => c.json({ success: true as const, data: { kind: c.var.session.kind } }),
    )
}
