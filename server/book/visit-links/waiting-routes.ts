import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { OwnVisitAnswer } from '../../../contract/own-visit.ts'
import { ClaimOffer, WaitForOwnVisit } from '../../../contract/waiting-list.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed, parsedBodyIfAny } from '../../platform/http/validate.ts'
import type { ListContext } from '../list/context.ts'
import { waitForEarlier, withdraw } from '../waiting-list/entries.ts'
import { OFFER_GONE } from '../waiting-list/offer-routes.ts'
import { claimOffer } from '../waiting-list/offers.ts'
import { visitGuard } from './guard.ts'
import { ownVisit } from './own-visit.ts'
import { CHANGES_PER_HOUR, GONE, ownVisitAnswer, TAGS, TOO_LATE } from './own-visit-answer.ts'

/**
 * Waiting for an earlier time, and taking an offered one, by an appointment's own link. Each answer is the current
 * appointment.
 */
export function visitWaitingRoutes(context: ListContext) {
  const { pool, clinic, now, limits } = context
  const guard = visitGuard(context)
  const changes = createLimit({
    pool,
    name: 'own-visit-waiting',
    uses: CHANGES_PER_HOUR,
    perSeconds: 3_600,
    message: 'This was changed too often. Please try again in {minutes} minutes or call the clinic.',
    enabled: limits,
  })

  const answer = ownVisitAnswer(context)

  return new Hono()
    .post(
      '/visit/claim',
      describeRoute({
        summary: 'Take a time that became free and was offered: the visit of a link moves there',
        description:
          'One of all who were offered it has it. Who comes too late gets 409 `slot_taken`, with the visit as `data`; the ' +
          'same claim again is answered as the first time.',
        tags: TAGS,
        responses: answers(200, OwnVisitAnswer, [400, 401, 404, 409, 413, 429, 503]),
      }),
      guard,
      parsed('json', ClaimOffer),
      async (c) => {
        const id = c.var.visitId
        await changes.use(id)
        const outcome = await claimOffer(context, c.req.valid('json').offer, { appointmentId: id }, now())
        if (outcome.kind === 'claimed') return answer(c)
        const data = await ownVisit(pool, id, { clinic, now: now() })
        throw new HttpFailure('slot_taken', OFFER_GONE, data ? { data } : {})
      },
    )
    .post(
      '/visit/waiting-list',
      describeRoute({
        summary: 'Wait for an earlier time for the visit of a link',
        tags: TAGS,
        responses: answers(200, OwnVisitAnswer, [400, 401, 404, 409, 413, 429, 503]),
      }),
      guard,
      parsedBodyIfAny(WaitForOwnVisit),
      async (c) => {
        const id = c.var.visitId
        await changes.use(id)
        const outcome = await waitForEarlier(pool, id, c.req.valid('json'), { clinic, now: now(), by: null })
        if (outcome.kind === 'unknown') throw new HttpFailure('not_found', GONE)
        if (outcome.kind === 'already_begun') throw new HttpFailure('visit_state', TOO_LATE)
        return answer(c)
      },
    )
    .delete(
      '/visit/waiting-list',
      describeRoute({
        summary: 'Wait no longer',
        tags: TAGS,
        responses: answers(200, OwnVisitAnswer, [401, 404, 429, 503]),
      }),
      guard,
      async (c) => {
        const id = c.var.visitId
        await changes.use(id)
        await withdraw(pool, { appointmentId: id }, now())
        return answer(c)
      },
    )
}
