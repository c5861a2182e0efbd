import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { ChangePassword } from '../../../contract/auth.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { answers } from '../../platform/http/answer.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { invalidInput } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { changePassword } from './change-password.ts'
import type { AccountsContext } from './context.ts'
import { passwordAgain } from './password-again.ts'

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
      return c.json({ success: true as const, message: 'Your password is changed. Please sign in.' })
    },
  )
}
