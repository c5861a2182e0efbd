import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoneAnswer } from '../../../../contract/envelope.ts'
import {
  BegunStepAnswer,
  FactorParam,
  FactorsAnswer,
  ProvenByPassword,
  RecoveryCodesAnswer,
  RenameFactor,
} from '../../../../contract/second-factor.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { answers } from '../../../platform/http/answer.ts'
import { HttpFailure, invalidInput } from '../../../platform/http/failure.ts'
import { parsed } from '../../../platform/http/validate.ts'
import { hasPassword } from '../change-password.ts'
import type { AccountsContext } from '../context.ts'
import { requireFreshProof } from '../fresh-proof.ts'
import { passwordAgain } from '../password-again.ts'
import type { Session, SignedInStaff } from '../sessions.ts'
import { lockedActive } from '../sign-in.ts'
import { kindsOf, listFactors, noteChange, removeFactor, renameFactor } from './factors.ts'
import { kindsAt } from './policy.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { beginStep } from './steps.ts'

const TAGS = ['Second factor']
const NONE = "This verification method doesn't exist."

/**
 * One's own factors, in a session. Changes ask for the password, or the provider, so that an unlocked screen is not
 * enough.
 */
export function factorRoutes(context: AccountsContext) {
  const { pool, now, allow, secondFactor } = context
  const { signsInByPassword, prove } = proofByPassword(context)

  return new Hono()
    .get(
      '/auth/factors',
      describeRoute({
        summary: "One's own second factors",
        tags: TAGS,
        responses: answers(200, FactorsAnswer, [401, 403, 503]),
      }),
      allow.to('account'),
      async (c) => {
        const factors = await listFactors(pool, c.var.staff, secondFactor)
        const byPassword = await signsInByPassword(c.var.staff)
        return c.json({ success: true as const, data: { ...factors, byPassword } })
      },
    )
    .post(
      '/auth/factors/begin',
      describeRoute({
        summary: 'Begin to set up another factor: a step for the calls under /auth/enrol',
        tags: TAGS,
        responses: answers(200, BegunStepAnswer, [400, 401, 403, 429, 503]),
      }),
      allow.to('account', { proof: 'partly' }),
      parsed('json', ProvenByPassword),
      async (c) => {
        const { staff } = c.var
        await prove(c, c.var, c.req.valid('json').password)
        const step = await beginStep(
          pool,
          { purpose: 'enrol', staffId: staff.id, signsIn: false, proven: true },
          now(),
        )
        return c.json({ success: true as const, data: { step, kinds: kindsAt(secondFactor.origin()) } })
      },
    )
    .post(
      '/auth/factors/recovery-codes',
      describeRoute({
        summary: 'Ten new recovery codes, which end the old ones',
        tags: TAGS,
        responses: answers(200, RecoveryCodesAnswer, [400, 401, 403, 404, 429, 503]),
      }),
      allow.to('account', { proof: 'partly' }),
      parsed('json', ProvenByPassword),
      async (c) => {
        const { staff } = c.var
        await prove(c, c.var, c.req.valid('json').password)
        const recoveryCodes = await inTransaction(pool, async (client) => {
          await lockedActive(client, staff.id)
          if ((await kindsOf(client, staff.id)).length === 0) throw new HttpFailure('not_found', NONE)
          await noteChange(client, staff.id, 'staff.recovery_codes_made', {})
          return newRecoveryCodes(client, staff.id)
        })
        return c.json({ success: true as const, data: { recoveryCodes } })
      },
    )
    .patch(
      '/auth/factors/:id',
      describeRoute({
        summary: 'Name a factor',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('account'),
      parsed('param', FactorParam),
      parsed('json', RenameFactor),
      async (c) => {
        const named = { staffId: c.var.staff.id, ...c.req.valid('param'), ...c.req.valid('json') }
        if (!(await renameFactor(pool, named))) throw new HttpFailure('not_found', NONE)
        return c.json({ success: true as const, message: 'Saved.' })
      },
    )
    .post(
      '/auth/factors/:id/remove',
      describeRoute({
        summary: 'Remove a factor',
        description: 'The last one stays where one is required.',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 409, 429, 503]),
      }),
      allow.to('account', { proof: 'partly' }),
      parsed('param', FactorParam),
      parsed('json', ProvenByPassword),
      async (c) => {
        const { staff } = c.var
        const { id } = c.req.valid('param')
        await prove(c, c.var, c.req.valid('json').password)
        const required = secondFactor.types.includes(staff.type)
        const outcome = await inTransaction(pool, async (client) => {
          await lockedActive(client, staff.id)
          return removeFactor(client, { staffId: staff.id, id, required })
        })
        if (outcome === 'not_found') throw new HttpFailure('not_found', NONE)
        if (outcome === 'last_factor') {
          throw new HttpFailure(
            'last_factor',
            'Your account needs two-step verification. Please add another method first.',
          )
        }
        return c.json({ success: true as const, message: 'Removed.' })
      },
    )
}

type Whose = { session: Session; staff: SignedInStaff }

/** The proof that a change of factors takes. */
function proofByPassword(context: AccountsContext) {
  const { pool, now, logRefusal, passwordsOnlyFor } = context
  const again = passwordAgain(context)

  async function signsInByPassword({ id, username }: SignedInStaff): Promise<boolean> {
    if (passwordsOnlyFor !== null && passwordsOnlyFor !== username) return false
    return hasPassword(pool, id)
  }

  /** Proves by the password, or the provider where there is none. @throws HttpFailure 400, 403, 429 */
  async function prove(c: Context, whose: Whose, password: string | undefined): Promise<void> {
    if (!(await signsInByPassword(whose.staff))) return requireFreshProof(whose.session, now())
    if (password === undefined) throw invalidInput({ password: 'password_required' })
    if (await again(c, whose, password)) return
    const refusedTo = { requestId: c.get('requestId'), staff: whose.staff.id }
    logRefusal(refusedTo, { says: 'change of second factors refused' })
    throw invalidInput({ password: 'password_wrong' })
  }

  return { signsInByPassword, prove }
}
