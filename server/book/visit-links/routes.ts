import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { IdempotencyKey } from '../../../contract/booking.ts'
import { type OwnVisit, OwnVisitAnswer } from '../../../contract/own-visit.ts'
import {
  CancelOwnVisit,
  MoveOwnVisit,
  OwnVisitTimes,
  OwnVisitTimesAnswer,
} from '../../../contract/own-visit-calls.ts'
import { changeUntil, changeUntilMinutes, ownChangeRefusal } from '../../../domain/own-visit.ts'
import { FULL_REACH } from '../../../domain/rights.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { KEY_REUSED } from '../../platform/http/first-answer.ts'
import { listAnswer } from '../../platform/http/json-answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed, parsedBodyIfAny } from '../../platform/http/validate.ts'
import {
  type ByPatient,
  callMe,
  cancelVisit,
  canKeepUntil,
  confirmVisit,
  type KeepOutcome,
  keepVisit,
  type PatientOutcome,
} from '../changes/by-patient.ts'
import { storedAppointment } from '../changes/change.ts'
import { moveAppointment } from '../changes/move.ts'
import type { ListContext } from '../list/context.ts'
import type { StoredAppointment } from '../visits/appointment-row.ts'
import { visitGuard } from './guard.ts'
import { ownVisit, timesToMove } from './own-visit.ts'
import { CHANGES_PER_HOUR, GONE, ownVisitAnswer, TAGS, TOO_LATE } from './own-visit-answer.ts'

const Headers = v.object({ 'idempotency-key': IdempotencyKey })
const REFUSALS = {
  already_cancelled: 'This appointment has been cancelled.',
  visit_state: TOO_LATE,
  slot_taken: 'This time has just been taken. Please choose another.',
  same_person_same_time: 'You already have another appointment at this time. Please choose another time.',
} as const

/**
 * A patient's own appointment, by the link in each message. Reading changes nothing, since mail scanners open links:
 * every change is a POST after a press.
 */
export function ownVisitRoutes(context: ListContext) {
  const { pool, limits } = context
  const changes = createLimit({
    pool,
    name: 'own-visit-changes',
    uses: CHANGES_PER_HOUR,
    perSeconds: 3_600,
    message:
      'This appointment was changed too often. Please try again in {minutes} minutes or call the clinic.',
    enabled: limits,
  })
  const parts = { ...context, guard: visitGuard(context), changes, answer: ownVisitAnswer(context) }
  return new Hono()
    .route('/', visitRoutes(parts))
    .route('/', visitPressRoutes(parts))
    .route('/', visitMoveRoute(parts))
}

type Parts = ListContext & {
  guard: ReturnType<typeof visitGuard>
  /** Limit of changes of one appointment. */
  changes: ReturnType<typeof createLimit>
  answer: ReturnType<typeof ownVisitAnswer>
}

function visitRoutes({ guard, answer, ...context }: Parts) {
  return new Hono()
    .get(
      '/visit',
      describeRoute({
        summary: 'The visit of a link',
        description:
          'For whoever has the link that a message about a visit brought: `Authorization: Bearer visit:<token>`. Token that ' +
          'opens nothing: 401, the same whether it is old or none. Each answer of these calls is the visit as it is then.',
        tags: TAGS,
        responses: answers(200, OwnVisitAnswer, [401, 404, 429, 503]),
      }),
      guard,
      answer,
    )
    .get(
      '/visit/times',
      describeRoute({
        summary: 'Times that the visit of a link could be moved to',
        tags: TAGS,
        responses: answers(200, OwnVisitTimesAnswer, [400, 401, 404, 429, 503]),
      }),
      guard,
      parsed('query', OwnVisitTimes),
      async (c) => {
        const { from, to } = c.req.valid('query')
        const appointment = await storedAppointment(context.pool, c.var.visitId)
        if (!appointment) throw new HttpFailure('not_found', GONE)
        return listAnswer(c, await timesToMove(context, appointment, { from, to }))
      },
    )
}

/** Changes that take one press. */
function visitPressRoutes({ pool, blockers, totals, clinic, now, guard, changes, answer }: Parts) {
  /** Changes an appointment while that can be done online. @param refusal reason for not doing so; null: none */
  async function changed(
    c: Context,
    refusal: (appointment: StoredAppointment, now: Date) => 'already_cancelled' | 'visit_state' | null,
    change: (id: string, by: ByPatient) => Promise<PatientOutcome | KeepOutcome>,
  ) {
    const id = c.var.visitId
    await changes.use(id)
    const appointment = await storedAppointment(pool, id)
    if (!appointment) throw new HttpFailure('not_found', GONE)
    const kind = refusal(appointment, now()) ?? kindOf(await change(id, { by: 'link', now: now() }))
    if (kind !== 'done') throw refused(kind, await ownVisit(pool, id, { clinic, now: now() }))
    totals.forget()
    return answer(c)
  }

  const unlessLate = (appointment: StoredAppointment, at: Date) =>
    ownChangeRefusal(appointment, { booking: clinic.booking, now: at })

  return new Hono()
    .post(
      '/visit/confirm',
      describeRoute({
        summary: 'Say that one comes',
        tags: TAGS,
        responses: answers(200, OwnVisitAnswer, [401, 404, 409, 429, 503]),
      }),
      guard,
      (c) =>
        changed(c, unlessLate, (id, by) =>
          confirmVisit(
            pool,
            { id, version: null },
            { ...by, patientsConfirm: clinic.booking.patientsConfirm ?? false },
          ),
        ),
    )
    .post(
      '/visit/cancel',
      describeRoute({
        summary: 'Cancel the visit of a link',
        description: 'The same again is answered as the first time, as long as it can be taken back.',
        tags: TAGS,
        responses: answers(200, OwnVisitAnswer, [400, 401, 404, 409, 429, 503]),
      }),
      guard,
      parsedBodyIfAny(CancelOwnVisit),
      (c) =>
        changed(
          c,
          (appointment, at) => (canKeepUntil(appointment, at) === null ? unlessLate(appointment, at) : null),
          async (id, by) => {
            const outcome = await cancelVisit(
              pool,
              { id, version: null },
              {
                ...by,
                reason: c.req.valid('json').reason,
                changeUntilMinutes: changeUntilMinutes(clinic.booking),
              },
            )
            // On a bad line the first answer may have been lost.
            return outcome.kind === 'already_cancelled' && canKeepUntil(outcome.appointment, by.now) !== null
              ? { ...outcome, kind: 'done', changed: false }
              : outcome
          },
        ),
    )
    .post(
      '/visit/keep',
      describeRoute({
        summary: 'Take back that one cancelled, for a quarter of an hour',
        tags: TAGS,
        responses: answers(200, OwnVisitAnswer, [401, 404, 409, 429, 503]),
      }),
      guard,
      (c) =>
        changed(
          c,
          () => null,
          (id, by) => keepVisit({ pool, blockers }, id, by),
        ),
    )
    .post(
      '/visit/call-me',
      describeRoute({
        summary: 'Ask to be called about the visit of a link',
        tags: TAGS,
        responses: answers(200, OwnVisitAnswer, [401, 404, 409, 429, 503]),
      }),
      guard,
      (c) =>
        changed(
          c,
          // For a cancelled appointment too.
          ({ visit, startsAt }, at) =>
            visit !== null || at > changeUntil(startsAt, clinic.booking) ? 'visit_state' : null,
          (id, by) => callMe(pool, id, by),
        ),
    )
}

function visitMoveRoute({
  pool,
  bookingPool,
  blockers,
  totals,
  events,
  clinic,
  now,
  guard,
  changes,
  answer,
}: Parts) {
  return new Hono().post(
    '/visit/move',
    describeRoute({
      summary: 'Move the visit of a link to another time at its location',
      description:
        'By the rules of a booking, with its own doctor unless another one is named. The same Idempotency-Key moves once.',
      tags: TAGS,
      responses: answers(200, OwnVisitAnswer, [400, 401, 404, 409, 429, 503]),
    }),
    guard,
    parsed('header', Headers),
    parsed('json', MoveOwnVisit),
    async (c) => {
      const id = c.var.visitId
      const key = c.req.valid('header')['idempotency-key']
      const wish = { location: null, duration: null, ...c.req.valid('json') }
      const change = { change: 'move' as const, move: wish, notify: true, undo: false, override: null }
      await changes.use(id)
      const outcome = await moveAppointment(
        { pool: bookingPool, blockers, clinic },
        { id, version: null, key, change },
        { staffId: null, reach: FULL_REACH, now: now() },
      )
      switch (outcome.kind) {
        case 'moved': {
          totals.forget()
          const { version, user } = outcome.answer
          const left = outcome.from.doctorId
          events.announce({
            type: 'appointment',
            change: 'changed',
            id,
            location: user.location,
            version,
            left,
          })
          return answer(c)
        }
        case 'repeated':
        case 'done':
          return answer(c)
        case 'key_reused':
          throw new HttpFailure('key_reused', KEY_REUSED)
        case 'unknown':
          throw new HttpFailure('not_found', GONE)
        case 'already_cancelled':
        case 'visit_state':
          throw refused(outcome.kind, await ownVisit(pool, id, { clinic, now: now() }))
        case 'same_person_same_time':
          throw refused(outcome.kind)
        default:
          // Strangers must not see who has it, or why it is closed.
          throw refused('slot_taken')
      }
    },
  )
}

function refused(kind: keyof typeof REFUSALS, data?: OwnVisit | null): HttpFailure {
  return new HttpFailure(kind, REFUSALS[kind], data ? { data } : {})
}

/** In the words of the contract. */
function kindOf({ kind }: PatientOutcome | KeepOutcome): 'done' | keyof typeof REFUSALS {
  switch (kind) {
    case 'unknown':
      throw new HttpFailure('not_found', GONE)
    case 'too_late':
    case 'already_begun':
    case 'stale_version':
      return 'visit_state'
    default:
      return kind
  }
}
