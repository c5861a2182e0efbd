import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { OFFER_BEARER } from '../../../contract/link-tokens.ts'
import { ClaimedSlotAnswer, OfferAnswer } from '../../../contract/offer.ts'
import { IdParam } from '../../../contract/versions.ts'
import { ClaimOffer } from '../../../contract/waiting-list.ts'
import { asks, bearerOf } from '../../accounts/auth/bearer.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'
import type { ListContext } from '../list/context.ts'
import { decline } from './calls.ts'
import { claimOffer, currentOffer, offerOfLink } from './offers.ts'

const TAGS = ['Waiting list']
const CLAIMS_PER_HOUR = 30
const DEAD = 'This link is invalid or has expired. Please call the clinic.'
/** Answer to a late claim. */
export const OFFER_GONE = 'Sorry, this time has been taken or the offer has expired.'

declare module 'hono' {
  interface ContextVariableMap {
    /** The offer whose link it is. */
    offer: { id: string; location: string }
  }
}

/** The offer of a slot to a person without an appointment, by the link in its message. Reading it changes nothing. */
export function offerRoutes(context: ListContext) {
  const { pool, clinic, now, limits } = context
  const countWrong = wrongTokens(context, { name: 'offer-links-wrong', message: DEAD })
  const claims = createLimit({
    pool,
    name: 'offer-claims',
    uses: CLAIMS_PER_HOUR,
    perSeconds: 3_600,
    message: DEAD,
    enabled: limits,
  })

  const guard: MiddlewareHandler = asks('offer', async (c: Context, next) => {
    const bearer = bearerOf(c)
    const offer = bearer.startsWith(OFFER_BEARER)
      ? await offerOfLink(pool, bearer.slice(OFFER_BEARER.length), clinic.country)
      : null
    if (!offer) {
      await countWrong(c)
      throw new HttpFailure('unauthorized', DEAD)
    }
    c.set('offer', offer)
    await next()
  })

  return new Hono()
    .get(
      '/offer',
      describeRoute({
        summary: 'The time that somebody without a visit was offered',
        description:
          '`Authorization: Bearer offer:<token>`. `offer` null: it is over, or somebody was faster.',
        tags: TAGS,
        responses: answers(200, OfferAnswer, [401, 429, 503]),
      }),
      guard,
      async (c) => {
        const { id, location } = c.var.offer
        const place = clinic.locations.find(({ code }) => code === location)
        const offer = await currentOffer(pool, { offerId: id }, { clinic, now: now() })
        const data = {
          location,
          place: place ? `${place.name}, ${place.address}` : location,
          phone: place?.phone ?? null,
          offer,
        }
        return c.json({ success: true as const, data }, 200)
      },
    )
    .post(
      '/offer/claim',
      describeRoute({
        summary: 'Take the time that was offered: it is booked, for one of all who were offered it',
        description: 'Who comes too late gets 409 `slot_taken`; the same claim again gets the first answer.',
        tags: TAGS,
        responses: answers(200, ClaimedSlotAnswer, [400, 401, 409, 413, 429, 503]),
      }),
      guard,
      parsed('json', ClaimOffer),
      async (c) => {
        const { id } = c.var.offer
        await claims.use(id)
        if (c.req.valid('json').offer !== id) throw new HttpFailure('slot_taken', OFFER_GONE)
        const outcome = await claimOffer(context, id, { offerId: id }, now())
        if (outcome.kind === 'gone') throw new HttpFailure('slot_taken', OFFER_GONE)
        return c.json({ success: true as const, data: outcome.data }, 200)
      },
    )
}

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
        responses: answers(200, ClaimedSlotAnswer, [400, 401, 403, 409, 503]),
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
