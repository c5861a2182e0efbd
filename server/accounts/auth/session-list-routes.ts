import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { EndSessions, OwnSessionsAnswer, ProveIdentity, SessionParam } from '../../../contract/auth.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { AccountsContext } from './context.ts'
import { proveSession } from './fresh-proof.ts'
import { endAllSessions, endOwnSession, endSessionsLater, ownSessions } from './own-sessions.ts'
import { requirePasswordAgain } from './password-again.ts'

const TAGS = ['Staff session']

/** One's own sessions, and the password asked for again in one of them. */
export function sessionListRoutes(context: AccountsContext) {
  const { pool, clinic, now, allow } = context
  const requirePassword = requirePasswordAgain(context)
  return new Hono()
    .post(
      '/auth/prove',
      describeRoute({
        summary: 'Show by the password that the session is still its owner’s',
        description:
          'For 10 minutes the session may do what answers 403 `fresh_proof_required` otherwise. A sign-in with a password counts too.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 429, 503]),
      }),
      allow.to('account'),
      parsed('json', ProveIdentity),
      async (c) => {
        await requirePassword(c, c.var, c.req.valid('json').password, 'fresh proof refused')
        await proveSession(pool, c.var.session.tokenHash, now())
        return c.json({ success: true as const, message: 'Confirmed.' })
      },
    )
    .get(
      '/auth/sessions',
      describeRoute({
        summary: "One's own sessions, the one used last first",
        tags: TAGS,
        responses: answers(200, OwnSessionsAnswer, [401, 403, 503]),
      }),
      allow.to('account'),
      async (c) => {
        const { staff, session } = c.var
        const sessions = await ownSessions(pool, staff.id, now())
        const data = sessions.map(({ id, browser, startedAt, lastUsedAt, tokenHash }) => ({
          id,
          browser,
          startedAt: isoWithOffset(startedAt, clinic.timeZone),
          lastUsedAt: isoWithOffset(lastUsedAt, clinic.timeZone),
          isThis: tokenHash === session.tokenHash,
        }))
        return c.json({ success: true as const, data })
      },
    )
    .delete(
      '/auth/sessions/:id',
      describeRoute({
        summary: "End one of one's own sessions",
        description: 'Needs a fresh proof.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('account', { proof: 'fresh' }),
      parsed('param', SessionParam),
      async (c) => {
        const ended = await endOwnSession(pool, c.var.staff.id, c.req.valid('param').id)
        if (!ended) throw new HttpFailure('not_found', 'This session has already ended.')
        return c.json({ success: true as const, message: 'Session signed out.' })
      },
    )
    .delete(
      '/auth/sessions',
      describeRoute({
        summary: "End all of one's own sessions, this one too",
        description: 'Needs a fresh proof.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [401, 403, 503]),
      }),
      allow.to('account', { proof: 'fresh' }),
      async (c) => {
        await endAllSessions(pool, c.var.staff.id)
        return c.json({ success: true as const, message: 'Signed out everywhere.' })
      },
    )
    .post(
      '/auth/ended-sessions',
      describeRoute({
        summary: 'End sessions whose owner signed out while there was no connection',
        description:
          'By the SHA-256 of their tokens, which a browser keeps for this alone. The same answer whether or not they were live.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 503]),
      }),
      allow.public,
      parsed('json', EndSessions),
      async (c) => {
        await endSessionsLater(pool, c.req.valid('json').sessions)
        return c.json({ success: true as const, message: 'Signed out.' })
      },
    )
}
