import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  BlockersAnswer,
  HolidaysAnswer,
  HolidaysQuery,
  ListBlockers,
  PreviewAnswer,
  PreviewBlocker,
  SaveBlocker,
  SavedBlockerAnswer,
} from '../../../contract/blockers.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import type { FieldMessage } from '../../../contract/fields.ts'
import { IdParam, IfMatch } from '../../../contract/versions.ts'
import {
  type BlockerFields,
  type BlockerMistake,
  mistakesIn,
  ruleOfFields,
} from '../../../domain/blocker-fields.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { type Reach, reaches, reachesBlocker } from '../../../domain/rights.ts'
import { doctorsFor } from '../../../domain/services.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import { staffLocation } from '../../accounts/staff/staff-location.ts'
import { answers } from '../../platform/http/answer.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { listAnswer, pageAnswer } from '../../platform/http/json-answer.ts'
import { parsed } from '../../platform/http/validate.ts'
import { asBlocker, ruleOf, type StoredBlocker } from '../blocked/blocker-row.ts'
import type { BookContext } from '../blocked/context.ts'
import { publicHolidays } from './holidays.ts'
import { previewBlocker } from './preview.ts'
import {
  type Changed,
  createBlocker,
  deleteBlocker,
  listBlockers,
  readableBlockers,
  storedBlocker,
  updateBlocker,
} from './repository.ts'

const TAGS = ['Blockers']

/**
 * Times without booking, of a location or of one doctor. People bound to locations read those that apply there, and
 * write those that apply nowhere else; a doctor writes the own leave. The public sees their effect, in availability.
 */
export function blockerRoutes(context: BookContext) {
  return new Hono().route('/', blockerReadRoutes(context)).route('/', blockerChangeRoutes(context))
}

function blockerReadRoutes(context: BookContext) {
  const { pool, clinic, now, allow, trail } = context
  return new Hono()
    .get(
      '/blockers',
      describeRoute({
        summary: 'Blockers, newest first',
        tags: TAGS,
        responses: answers(200, BlockersAnswer, [400, 401, 403, 503]),
      }),
      allow.to('book.read'),
      parsed('query', ListBlockers),
      async (c) => {
        const query = c.req.valid('query')
        const { rows, total } = await listBlockers(pool, query, readableBlockers(clinic, c.var.reach))
        return pageAnswer(
          c,
          rows.map((row) => asBlocker(row, clinic)),
          { page: query.page, limit: query.limit, total },
        )
      },
    )
    .get(
      '/blockers/preview',
      describeRoute({
        summary: 'What a blocker would do: its next periods, and the appointments it would lie over',
        description:
          'The fields of a blocker as query, lists with commas; `id` is the one being edited, whose appointments of now are left out. `limit` appointments are named, those after `afterAt` and `afterId`. Nothing is stored.',
        tags: TAGS,
        responses: answers(200, PreviewAnswer, [400, 401, 403, 503]),
      }),
      allow.to('leave.write'),
      parsed('query', PreviewBlocker),
      async (c) => {
        const fields = checked(c.req.valid('query'), c.var.reach, context)
        const stored = fields.id === null ? null : await storedBlocker(pool, fields.id)
        const before = stored &&
          isReadable(stored, c.var.reach) && {
            id: stored.id,
            rule: ruleOf(stored, clinic.timeZone),
            location: stored.location,
            doctorId: stored.doctor_id,
          }
        const blocker = {
          id: fields.id,
          rule: ruleOfFields(fields, clinic.timeZone),
          location: fields.location,
          doctorId: fields.doctorId,
          before: before || null,
        }
        const who = { reach: c.var.reach, portion: fields, now: now() }
        const data = await previewBlocker(pool, clinic, blocker, who)
        await trail.listed(c, {
          location: fields.location ?? ALL_LOCATIONS,
          question: { list: 'preview', type: fields.type },
          ids: data.appointments.first.map(({ id }) => id),
        })
        return listAnswer(c, data)
      },
    )
    .get(
      '/blockers/holidays',
      describeRoute({
        summary: "The public holidays of a year in the clinic's country",
        tags: TAGS,
        responses: answers(200, HolidaysAnswer, [400, 401, 403, 503]),
      }),
      allow.to('leave.write'),
      parsed('query', HolidaysQuery),
      async (c) => listAnswer(c, await publicHolidays(clinic.country, c.req.valid('query').year)),
    )
}

function blockerChangeRoutes(context: BookContext) {
  const { pool, clinic, now, allow } = context
  const change = (c: Context) => ({
    staffId: c.var.staff.id,
    locations: clinic.locations.map(({ code }) => code),
    reach: c.var.reach,
    now: now(),
    timeZone: clinic.timeZone,
  })

  return new Hono()
    .post(
      '/blockers',
      describeRoute({
        summary: 'Add a blocker: from now on no one can book into it',
        tags: TAGS,
        description: 'The same Idempotency-Key with the same body returns the first answer for 24 hours.',
        responses: answers(201, SavedBlockerAnswer, [400, 401, 403, 409, 503]),
      }),
      allow.to('leave.write'),
      parsed('header', KeyHeader),
      parsed('json', SaveBlocker),
      async (c) => {
        const blocker = checked(c.req.valid('json'), c.var.reach, context)
        const call = {
          caller: c.var.staff.id,
          body: c.req.valid('json'),
        }
        const data = await createOnce(c, pool, call, async (db) =>
          asBlocker(await createBlocker(db, blocker, change(c)), clinic),
        )
        return c.json({ success: true as const, message: 'Created successfully!', data }, 201)
      },
    )
    .put(
      '/blockers/:id',
      describeRoute({
        summary: 'Change a blocker',
        description: 'With If-Match only the version that was read; without it the last save wins.',
        tags: TAGS,
        responses: answers(200, SavedBlockerAnswer, [400, 401, 403, 404, 409, 503]),
      }),
      allow.to('leave.write'),
      parsed('param', IdParam),
      parsed('header', IfMatch),
      parsed('json', SaveBlocker),
      async (c) => {
        const version = c.req.valid('header')['if-match'] ?? null
        const { id } = c.req.valid('param')
        const blocker = checked(c.req.valid('json'), c.var.reach, context)
        const changed = await updateBlocker(pool, id, version, blocker, change(c))
        return c.json({
          success: true as const,
          message: 'Saved successfully!',
          data: asBlocker(saved(changed, clinic), clinic),
        })
      },
    )
    .delete(
      '/blockers/:id',
      describeRoute({
        summary: 'Take a blocker away: its times can be booked again',
        tags: TAGS,
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 409, 503]),
      }),
      allow.to('leave.write'),
      parsed('param', IdParam),
      parsed('header', IfMatch),
      async (c) => {
        const version = c.req.valid('header')['if-match'] ?? null
        saved(await deleteBlocker(pool, c.req.valid('param').id, version, change(c)), clinic)
        return c.json({ success: true as const, message: 'Deleted successfully!' })
      },
    )
}

/**
 * @throws HttpFailure 400 with a sentence for each field that its type does not allow, 403 for a location that the
 * right does not reach, or for another doctor's leave
 */
function checked<T extends BlockerFields & { location: string | null; doctorId: string | null }>(
  fields: T,
  reach: Reach,
  { clinic, now }: Pick<BookContext, 'clinic' | 'now'>,
) {
  const location = staffLocation(fields.location, clinic.locations)
  if (!reachesBlocker(reach, { ...fields, location })) throw new HttpFailure('forbidden', NOT_ALLOWED)
  const mistakes: Record<string, BlockerMistake | FieldMessage> = mistakesIn(fields, {
    timeZone: clinic.timeZone,
    now: now(),
  })
  const doctors = location === null ? clinic.doctors : doctorsFor(clinic, location)
  if (fields.doctorId !== null && !doctors.some(({ id }) => id === fields.doctorId)) {
    mistakes.doctorId = 'doctor_unknown'
  }
  if (Object.keys(mistakes).length > 0) throw invalidInput(mistakes)
  return { ...fields, location }
}

/** @throws HttpFailure 404, or 409 with the blocker as it is now */
function saved(changed: Changed, clinic: Clinic): StoredBlocker {
  if (changed.kind === 'unknown') throw new HttpFailure('not_found', 'This blocker no longer exists.')
  if (changed.kind === 'not_allowed') throw new HttpFailure('forbidden', NOT_ALLOWED)
  if (changed.kind === 'stale') {
    throw new HttpFailure('stale_version', 'Someone else just changed this blocker.', {
      data: asBlocker(changed.blocker, clinic),
    })
  }
  return changed.blocker
}

const isReadable = ({ location, doctor_id }: StoredBlocker, reach: Reach) =>
  (location === null || reaches(reach, location)) &&
  (reach.doctorId === null || doctor_id === null || doctor_id === reach.doctorId)
