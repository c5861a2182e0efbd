import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  CLOSURE_MINUTES,
  CloseChair,
  ClosureAnswer,
  QueuedMessagesAnswer,
  SendMessages,
} from '../../../../contract/closures.ts'
import { DoneAnswer } from '../../../../contract/envelope.ts'
import type { BlockerFieldMessage, FieldMessage } from '../../../../contract/fields.ts'
import { IdParam } from '../../../../contract/versions.ts'
import { addDays, clinicDate, toInstant } from '../../../../domain/clinic-time.ts'
import { reaches } from '../../../../domain/rights.ts'
import { doctorsFor } from '../../../../domain/services.ts'
import { NOT_ALLOWED } from '../../../accounts/auth/bearer.ts'
import { queueVisitNotes, VISIT_NOTES_LIMIT } from '../../../messages/jobs/visit-notes.ts'
import { answers } from '../../../platform/http/answer.ts'
import { knownLocation } from '../../../platform/http/clinic-codes.ts'
import { createOnce, KeyHeader } from '../../../platform/http/create-once.ts'
import { HttpFailure, invalidInput } from '../../../platform/http/failure.ts'
import { createLimit } from '../../../platform/http/limits.ts'
import { parsed } from '../../../platform/http/validate.ts'
import { asBlocker } from '../../blocked/blocker-row.ts'
import type { BookContext } from '../../blocked/context.ts'
import { createBlocker, takeBackClosure } from '../repository.ts'
import { closedVisits, visitsUnder } from './repository.ts'

const TAGS = ['Blockers']
const CLOSURES_PER_HOUR = 60

/** Closing a chair, or the whole location, for a while today; it stops new bookings at once. */
export function closureRoutes(context: BookContext) {
  const { pool, clinic, blockers, now, allow, limits, trail } = context
  const { timeZone } = clinic
  const closures = createLimit({
    pool,
    name: 'closures',
    uses: CLOSURES_PER_HOUR,
    perSeconds: 3_600,
    message: "You've closed too often. Please continue in {minutes} minutes.",
    enabled: limits,
  })
  const change = (c: Context) => ({
    staffId: c.var.staff.id,
    locations: clinic.locations.map(({ code }) => code),
    reach: c.var.reach,
    now: now(),
    timeZone,
  })

  return new Hono()
    .post(
      '/closures',
      describeRoute({
        summary: 'Close a chair or a location for a while today',
        description:
          'A One Time blocker, and the visits it hits: with how to reach the patients, and the nearest free times at the same ' +
          'location. Nobody is told by this. The same Idempotency-Key with the same body closes once.',
        tags: TAGS,
        responses: answers(201, ClosureAnswer, [400, 401, 403, 409, 413, 429, 503]),
      }),
      allow.to('closures.write'),
      parsed('header', KeyHeader),
      parsed('json', CloseChair),
      async (c) => {
        const { location: text, doctorId, from, to, reason } = c.req.valid('json')
        const location = knownLocation(clinic, text)
        if (!reaches(c.var.reach, location.code)) throw new HttpFailure('forbidden', NOT_ALLOWED)
        const mistakes = mistakesIn({ from, to }, now(), timeZone)
        const isKnown = doctorsFor(clinic, location.code).some(({ id }) => id === doctorId)
        if (doctorId !== null && !isKnown) mistakes.doctorId = 'doctor_unknown'
        if (Object.keys(mistakes).length > 0) throw invalidInput(mistakes)
        await closures.use(c.var.staff.id)
        const closing = {
          description: reason,
          type: 'One Time' as const,
          startDateTime: from,
          endDateTime: to,
          recurringDays: [],
          recurringDates: [],
          selectedMonth: null,
          location: location.code,
          doctorId,
        }
        // It begins when it is pressed: a second press differs in that alone.
        const { from: _, ...body } = c.req.valid('json')
        const call = { caller: c.var.staff.id, body }
        const blocker = await createOnce(c, pool, call, async (db) =>
          asBlocker(await createBlocker(db, closing, change(c), now()), clinic),
        )
        const period = { start: from.getTime(), end: to.getTime() }
        const visits = await closedVisits(
          pool,
          clinic,
          { location, doctorId, period },
          { blockers: await blockers.latest(), now: now() },
        )
        const ids = visits.map(({ appointment }) => appointment.id)
        await trail.listed(c, { location: location.code, question: { closure: blocker.id }, ids })
        const data = { blocker, visits }
        return c.json({ success: true as const, message: 'Closed.', data }, 201)
      },
    )
    .route('/', closureMessagesRoute(context))
    .delete(
      '/closures/:id',
      describeRoute({
        summary: `Take a closure back, for ${CLOSURE_MINUTES} minutes`,
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('closures.write'),
      parsed('param', IdParam),
      async (c) => {
        const since = new Date(now().getTime() - CLOSURE_MINUTES * 60_000)
        const taken = await takeBackClosure(pool, c.req.valid('param').id, since, change(c))
        if (taken === 'unknown') throw new HttpFailure('not_found', 'This closure no longer exists.')
        if (taken === 'too_late') {
          throw new HttpFailure(
            'forbidden',
            `You can undo a closure for ${CLOSURE_MINUTES} minutes. After that, delete it under blockers.`,
          )
        }
        return c.json({ success: true as const, message: 'Closure undone.' })
      },
    )
}

function closureMessagesRoute({ pool, blockers, now, allow, limits }: BookContext) {
  const notes = createLimit({ pool, ...VISIT_NOTES_LIMIT, enabled: limits })
  return new Hono().post(
    '/closures/:id/messages',
    describeRoute({
      summary: 'Send patients the links to their visits under a blocker',
      description:
        'A mail or SMS to the patients of those visits, which says that the visit cannot take place as planned, with its ' +
        'own link as long as it can be changed by it: a minute later, unless the blocker is gone by then. Each is told once. ' +
        'Visits that do not lie under the blocker are left out.',
      tags: TAGS,
      responses: answers(200, QueuedMessagesAnswer, [400, 401, 403, 404, 413, 429, 503]),
    }),
    allow.to('closures.write'),
    parsed('param', IdParam),
    parsed('json', SendMessages),
    async (c) => {
      const { id } = c.req.valid('param')
      const staffId = c.var.staff.id
      await notes.use(staffId)
      const under = await visitsUnder(pool, id, c.req.valid('json').ids, {
        blockers: await blockers.latest(),
        reach: c.var.reach,
        now: now(),
      })
      if (under === null) throw new HttpFailure('not_found', 'This blocker no longer exists.')
      const ids = await queueVisitNotes(pool, {
        note: { about: 'closure' },
        step: id,
        appointmentIds: under,
        staffId,
        now: now(),
        entry: { action: 'closure.patients_told', subject: { kind: 'blocker', id } },
      })
      return c.json({ success: true as const, data: { ids } }, 200)
    },
  )
}

/** Mistakes of a closure's period: it ends after it starts, later than now, and all of it is today. */
function mistakesIn({ from, to }: { from: Date; to: Date }, now: Date, timeZone: string) {
  const today = clinicDate(now, timeZone)
  const midnight = toInstant(addDays(today, 1), '00:00', timeZone)
  const mistakes: Record<string, BlockerFieldMessage | FieldMessage> = {}
  if (clinicDate(from, timeZone) !== today) mistakes.from = 'closure_today'
  if (to > midnight) mistakes.to = 'closure_today'
  else if (to <= from || to <= now) mistakes.to = 'end_before_start'
  return mistakes
}
