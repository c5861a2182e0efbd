import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { LockedAnswer, Unlock, UnlockAnswer } from '../../../contract/auth.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { NOT_ALLOWED } from './bearer.ts'
import type { AccountsContext } from './context.ts'
import { requireRecent } from './fresh-proof.ts'
import { requirePasswordAgain } from './password-again.ts'
import { kindsOf } from './second-factor/factors.ts'
import { findSessionByHash, lockSession, unlockSession } from './sessions.ts'

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
          // A PIN goes on with what was begun on its own tablet alone.
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
