import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  LockedAnswer,
  SessionAnswer,
  SignIn,
  SignInAnswer,
  TokenTestAnswer,
  Unlock,
  UnlockAnswer,
} from '../../../contract/auth.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { ProofHeaders } from '../../../contract/proof.ts'
import { answers } from '../../platform/http/answer.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { callOf } from '../../platform/proofs/proofs.ts'
import { audit } from '../audit/audit.ts'
import { failedSignIns } from '../audit/failed-sign-ins.ts'
import { NOT_ALLOWED } from './bearer.ts'
import type { AccountsContext } from './context.ts'
import { requireRecent } from './fresh-proof.ts'
import { knownDevice } from './known-devices.ts'
import { requirePasswordAgain } from './password-again.ts'
import { requirePasswords } from './passwords-off.ts'
import { kindsOf } from './second-factor/factors.ts'
import { askingOf, handOut } from './session-answer.ts'
import { endSession, findSessionByHash, lockSession, unlockSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { notifyOfGuessing, slowGuessing } from './slow-guessing.ts'
import { staffUser } from './staff-user.ts'

export function sessionRoutes({
  pool,
  now,
  allow,
  log,
  logRefusal,
  limits,
  trustedProxies,
  isHttps,
  secondFactor,
  passwordsOnlyFor,
  proofs,
  afterwards,
}: AccountsContext) {
  const onGuessing = notifyOfGuessing({ pool, now, log })
  const slowed = slowGuessing({ pool, enabled: limits, onGuessing })
  const noteFailedSignIn = failedSignIns({ pool, log, limits })

  return new Hono()
    .post(
      '/auth/signin',
      describeRoute({
        summary: 'Sign in',
        description:
          'The same answer in the same time for an unknown user and a wrong password. ' +
          'A name at which wrong passwords came from everywhere needs a proof of work with each try. ' +
          'Whoever needs a second factor gets a `step` instead of a session, for POST /auth/factor/code, ' +
          '/auth/factor/passkey or /auth/enrol. With the session comes a cookie by which the browser is known: it opens ' +
          'nothing, but its tries are not held up by others.',
        tags: ['Staff session'],
        responses: answers(200, SignInAnswer, [400, 401, 403, 428, 429, 503]),
      }),
      allow.public,
      parsed('header', ProofHeaders),
      parsed('json', SignIn),
      async (c) => {
        const credentials = c.req.valid('json')
        const caller = callerOf(c, trustedProxies)
        // With the address, so that the operator can block a guesser.
        const facts = { requestId: c.get('requestId'), caller: caller.address }
        const refused = (staff: string | null) => {
          logRefusal({ ...facts, staff }, { says: 'sign-in refused' })
          afterwards.begin(() => noteFailedSignIn(staff))
        }
        const { username } = credentials
        requirePasswords(passwordsOnlyFor, username)
        const asking = askingOf(c)
        const trusted = await knownDevice(pool, username, asking.devices, now())
        // Bound to the name alone: a proof is one try all the same, and no header has a digest of the password.
        const call = callOf('POST /auth/signin', [username])
        const prove = (level: number) => proofs.need(c.req.valid('header')['enamel-proof'], call, level)
        const signedIn = await slowed({ username, caller, trusted, prove }, (rank) =>
          signIn(pool, credentials, { now: now(), secondFactor, rank, ...asking }, refused),
        ).catch((error: unknown) => {
          const isSlowed = error instanceof HttpFailure && error.code === 'too_many_requests'
          if (isSlowed) logRefusal(facts, { says: 'sign-in slowed down: too many failures' })
          throw error
        })
        if (!signedIn) throw new HttpFailure('wrong_credentials', 'Incorrect username or password.')
        c.header('Cache-Control', 'no-store')
        const data = 'step' in signedIn ? signedIn : handOut(c, signedIn, isHttps)
        return c.json({ success: true as const, message: 'Success!', data })
      },
    )
    .get(
      '/auth/session',
      describeRoute({
        summary: 'The session check: who is signed in',
        tags: ['Staff session'],
        responses: answers(200, SessionAnswer, [401, 403, 503]),
      }),
      allow.to('account'),
      (c) => {
        const { staff, session } = c.var
        return c.json({
          success: true as const,
          data: { user: staffUser(staff), lockKey: session.lockKey },
        })
      },
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
        const { session } = c.var
        await endSession(pool, session)
        if (session.kind === 'staff') {
          const { id } = session.staff
          await audit(pool, { staffId: id, action: 'staff.signed_out', subject: { kind: 'staff', id } })
        }
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

const TAGS = ['Staff session']

/** The lock of an idle browser (decision 033). */
export function lockRoutes(context: AccountsContext) {
  const { pool, now, allow } = context
  const requirePassword = requirePasswordAgain(context)
  return new Hono()
    .post(
      '/auth/lock',
      describeRoute({
        summary: 'Lock one’s own session',
        description:
          'From then on each call of the session is answered 401 `locked`, and its event streams end. POST /auth/unlock goes on with it.',
        tags: TAGS,
        responses: answers(200, LockedAnswer, [401, 403, 503]),
      }),
      allow.to('account'),
      async (c) => {
        const { session, staff } = c.var
        await lockSession(pool, session.tokenHash, now())
        const kinds = await kindsOf(pool, staff.id)
        return c.json({ success: true as const, data: { hasPasskey: kinds.includes('passkey') } })
      },
    )
    .post(
      '/auth/unlock',
      describeRoute({
        summary: 'Unlock a session',
        description:
          'Named by the SHA-256 of its token: a locked browser has its token under `lockKey` alone. By the password of its ' +
          'owner, or by the bearer of another session of theirs that was begun within 10 minutes; one that a PIN has begun ' +
          'unlocks those of its tablet alone.',
        tags: TAGS,
        responses: answers(200, UnlockAnswer, [400, 401, 403, 429, 503]),
      }),
      allow.public,
      parsed('json', Unlock),
      async (c) => {
        const { session: name, password } = c.req.valid('json')
        const shown = c.get('session')
        const session = await findSessionByHash(pool, name, now())
        if (session?.kind !== 'staff') throw new HttpFailure('unauthorized', 'Please sign in again.')
        const { staff } = session
        let provenAt: Date | null = now()
        if (password !== undefined) {
          await requirePassword(c, { staff, session }, password, 'unlocking refused')
        } else {
          const isOwner = shown?.kind === 'staff' && shown.staff.id === staff.id
          // A PIN continues only what was begun on its own tablet.
          const isElsewhere =
            shown?.provenAt === null && shown.deviceId !== null && shown.deviceId !== session.deviceId
          if (!isOwner || isElsewhere) throw new HttpFailure('forbidden', NOT_ALLOWED)
          requireRecent(shown.startedAt, now())
          provenAt = shown.provenAt
        }
        await unlockSession(pool, session, { provenAt, now: now() })
        c.header('Cache-Control', 'no-store')
        return c.json({ success: true as const, data: { lockKey: session.lockKey } })
      },
    )
}
