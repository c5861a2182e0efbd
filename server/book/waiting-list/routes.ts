import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { IdParam, IfMatch } from '../../../contract/versions.ts'
import {
  AddWaiting,
  ChangeWaiting,
  OwnWaitingAnswer,
  RecallAnswer,
  SetRecall,
  WaitForOwnFirst,
  WaitingAnswer,
  type WaitingEntry,
  WaitingEntryAnswer,
  WaitingQuery,
} from '../../../contract/waiting-list.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { listedLocation } from '../list/routes.ts'
import { addAtDesk, changeEntry, waitForFirst, withdraw } from './entries.ts'
import { setRecall } from './recalls.ts'
import { listWaiting, ownEntry } from './who-waits.ts'

const TAGS = ['Waiting list']
const GONE = 'This is no longer on the waiting list.'
const NOT_YET = "This appointment hasn't taken place yet."
const CHANGED = 'Someone else just changed this entry.'
const BEGUN = 'This appointment is no longer upcoming.'
/** One every 12 seconds, as at the desk. */
const ENTRIES_PER_HOUR = 300
/** More than anybody needs, and no way to fill the list. */
const OWN_PER_HOUR = 20

/** The waiting list: entries of the desk, recalls, and patients' own entries. */
export function waitingListRoutes(context: AccountsContext) {
  return new Hono()
    .route('/', entryRoutes(context))
    .route('/', recallRoute(context))
    .route('/', ownEntryRoutes(context))
}

const by = (c: Context) => ({ staffId: c.var.staff.id, reach: c.var.reach })

function entryRoutes({ pool, clinic, now, allow, limits, trail }: AccountsContext) {
  const entries = createLimit({
    pool,
    name: 'waiting-entries',
    uses: ENTRIES_PER_HOUR,
    perSeconds: 3_600,
    message: "You've entered a lot of patients. Please continue in {minutes} minutes.",
    enabled: limits,
  })
  const entry = async (c: Context, id: string): Promise<WaitingEntry> => {
    const asked = { location: ALL_LOCATIONS, page: 1, limit: 1, id }
    const moment = { clinic, now: now(), reach: c.var.reach }
    const { rows, patients } = await listWaiting(pool, asked, moment)
    const [found] = rows
    if (!found) throw new HttpFailure('not_found', GONE)
    const { location, appointment } = found
    const ids = appointment ? [appointment.id] : []
    await trail.listed(c, { location, question: { list: 'waiting' }, ids, patients })
    return found
  }

  return new Hono()
    .get(
      '/waiting-list',
      describeRoute({
        summary: 'Who waits for a time that becomes free, who has waited longest first',
        tags: TAGS,
        responses: answers(200, WaitingAnswer, [400, 401, 403, 503]),
      }),
      allow.to('book.write'),
      parsed('query', WaitingQuery),
      async (c) => {
        const { location: text, page, limit } = c.req.valid('query')
        const { reach } = c.var
        const location = listedLocation(clinic, text, reach)
        const { rows, patients, total } = await listWaiting(
          pool,
          { location, page, limit },
          { clinic, now: now(), reach },
        )
        const ids = rows.flatMap(({ appointment }) => appointment?.id ?? [])
        await trail.listed(c, { location, question: { list: 'waiting', page }, ids, patients })
        return pageAnswer(c, rows, { page, limit, total })
      },
    )
    .post(
      '/waiting-list',
      describeRoute({
        summary: 'Let somebody wait for a time that becomes free',
        description:
          'An earlier time for the visit `appointment`, at its location, or a first one for a `patient` at a `location`. Days ' +
          'are clinic time; what is left out is not asked for. When a time becomes free at least four hours ahead, three ' +
          'people at a time are offered it for 30 minutes, between 8:00 and 20:00, who has waited longest first; it is not ' +
          'held. A visit has one entry: another one changes it.',
        tags: TAGS,
        responses: answers(201, WaitingEntryAnswer, [400, 401, 403, 404, 409, 413, 429, 503]),
      }),
      allow.to('book.write'),
      parsed('header', KeyHeader),
      parsed('json', AddWaiting),
      async (c) => {
        await entries.use(c.var.staff.id)
        const moment = { clinic, now: now() }
        const input = c.req.valid('json')
        const call = { caller: c.var.staff.id, body: input }
        const outcome = await createOnce(c, pool, call, async (db) => {
          const added = await addAtDesk(db, input, { by: by(c), ...moment })
          return added.kind === 'waits' ? added : added.kind
        })
        if (typeof outcome === 'string') {
          if (outcome === 'already_begun') throw new HttpFailure('already_begun', BEGUN)
          if (input.appointment === null) throw invalidInput({ patient: 'patient_unknown' })
          throw new HttpFailure('not_found', "This appointment doesn't exist.")
        }
        return c.json({ success: true as const, data: await entry(c, outcome.id) }, 201)
      },
    )
    .patch(
      '/waiting-list/:id',
      describeRoute({
        summary: 'Change what suits somebody who waits, who keeps their place',
        description:
          'Only what is given changes; null takes it away. With If-Match only the version that was read; without it the last ' +
          'save wins. `urgent` ones are offered a time first. The `note` is for colleagues.',
        tags: TAGS,
        responses: answers(200, WaitingEntryAnswer, [400, 401, 403, 404, 409, 413, 429, 503]),
      }),
      allow.to('book.write'),
      parsed('param', IdParam),
      parsed('header', IfMatch),
      parsed('json', ChangeWaiting),
      async (c) => {
        await entries.use(c.var.staff.id)
        const { id } = c.req.valid('param')
        const asked = { id, version: c.req.valid('header')['if-match'] ?? null, change: c.req.valid('json') }
        const { kind } = await changeEntry(pool, asked, { by: by(c), clinic, now: now() })
        if (kind === 'unknown') throw new HttpFailure('not_found', GONE)
        const data = await entry(c, id)
        if (kind === 'stale') throw new HttpFailure('stale_version', CHANGED, { data })
        return c.json({ success: true as const, data }, 200)
      },
    )
    .delete(
      '/waiting-list/:id',
      describeRoute({
        summary: 'Take somebody off the waiting list',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('book.write'),
      parsed('param', IdParam),
      async (c) => {
        const isDone = await withdraw(pool, { id: c.req.valid('param').id, by: by(c) }, now())
        if (!isDone) throw new HttpFailure('not_found', GONE)
        return c.json({ success: true as const, message: 'Removed.' })
      },
    )
}

function recallRoute({ pool, clinic, now, allow }: AccountsContext) {
  return new Hono().put(
    '/appointments/:id/recall',
    describeRoute({
      summary: 'Say after how many months a patient is to be seen again',
      description:
        'Of a visit that is done, or in the chair. When it is due the patient is invited to book, unless they have a visit to ' +
        'come by then. `months` null takes it back; once they were invited it stays.',
      tags: TAGS,
      responses: answers(200, RecallAnswer, [400, 401, 403, 404, 409, 413, 503]),
    }),
    allow.to('visit.write'),
    parsed('param', IdParam),
    parsed('json', SetRecall),
    async (c) => {
      const { months } = c.req.valid('json')
      const change = { ...by(c), now: now(), timeZone: clinic.timeZone }
      const outcome = await setRecall(pool, c.req.valid('param').id, months, change)
      if (outcome.kind === 'unknown') throw new HttpFailure('not_found', "This appointment doesn't exist.")
      if (outcome.kind === 'visit_state') throw new HttpFailure('visit_state', NOT_YET)
      return c.json({ success: true as const, data: { months } }, 200)
    },
  )
}

/** Entries of a verified patient. */
function ownEntryRoutes({ pool, clinic, now, allow, limits }: AccountsContext) {
  const own = createLimit({
    pool,
    name: 'waiting-own',
    uses: OWN_PER_HOUR,
    perSeconds: 3_600,
    message: "You've changed this too often. Please try again in {minutes} minutes or call the clinic.",
    enabled: limits,
  })

  return new Hono()
    .post(
      '/waiting-list/me',
      describeRoute({
        summary: 'Wait for a first visit, with the token of a verified patient',
        description: 'Three at once at most. What is offered comes as a message with a link of its own.',
        tags: TAGS,
        responses: answers(201, OwnWaitingAnswer, [400, 401, 403, 409, 413, 429, 503]),
      }),
      allow.patient,
      parsed('header', KeyHeader),
      parsed('json', WaitForOwnFirst),
      async (c) => {
        await own.use(c.var.patientId)
        const moment = { clinic, now: now() }
        const input = c.req.valid('json')
        const call = { caller: c.var.patientId, body: input }
        const added = await createOnce(c, pool, call, async (db) => {
          const id = await waitForFirst(db, c.var.patientId, input, moment)
          return id === null ? null : { id }
        })
        const data = added && (await ownEntry(pool, added, moment))
        if (!data) {
          throw new HttpFailure(
            'too_many_requests',
            "You're already on the waiting list several times. Please call the clinic.",
            {
              retryAfter: 86_400,
            },
          )
        }
        return c.json({ success: true as const, data }, 201)
      },
    )
    .delete(
      '/waiting-list/me/:id',
      describeRoute({
        summary: 'Wait no longer, with the token of a verified patient',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.patient,
      parsed('param', IdParam),
      async (c) => {
        const isDone = await withdraw(
          pool,
          { id: c.req.valid('param').id, patientId: c.var.patientId },
          now(),
        )
        if (!isDone) throw new HttpFailure('not_found', GONE)
        return c.json({ success: true as const, message: 'Removed.' })
      },
    )
}
