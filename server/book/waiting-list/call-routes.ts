import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { ClaimedAnswer } from '../../../contract/offer.ts'
import { IdParam } from '../../../contract/versions.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { ListContext } from '../list/context.ts'
import { decline } from './calls.ts'
import { OFFER_GONE } from './offer-routes.ts'
import { claimOffer } from './offers.ts'

const TAGS = ['Waiting list']

/** Results of calls about an offered slot that no message could announce. */
export function offerCallRoutes(context: ListContext) {
  const { pool, now, allow } = context
  const by = (c: Context) => ({ staffId: c.var.staff.id, reach: c.var.reach })
  return new Hono()
    .post(
      '/waiting-list/calls/:id/taken',
      describeRoute({
        summary: 'They take the time: their visit moves there, or a first one is booked',
        description: 'Who is too late gets 409 `slot_taken`; the same again gets the first answer.',
        tags: TAGS,
        responses: answers(200, ClaimedAnswer, [400, 401, 403, 409, 503]),
      }),
      allow.to('book.write'),
      parsed('param', IdParam),
      async (c) => {
        const { id } = c.req.valid('param')
        const outcome = await claimOffer(context, id, { offerId: id }, now(), by(c))
        if (outcome.kind === 'gone') throw new HttpFailure('slot_taken', OFFER_GONE)
        return c.json({ success: true as const, data: outcome.data }, 200)
      },
    )
    .post(
      '/waiting-list/calls/:id/declined',
      describeRoute({
        summary: 'They do not want the time: it goes on to others, and they wait on',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('book.write'),
      parsed('param', IdParam),
      async (c) => {
        const isThere = await decline(pool, c.req.valid('param').id, { by: by(c), now: now() })
        if (!isThere) throw new HttpFailure('not_found', OFFER_GONE)
        return c.json({ success: true as const, message: 'Passed on.' })
      },
    )
}
