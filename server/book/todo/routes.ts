import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { TodoAnswer, TodoDone, TodoDoneAnswer, TodoQuery } from '../../../contract/todo.ts'
import { IdParam } from '../../../contract/versions.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { parsed, parsedBodyIfAny } from '../../platform/http/validate.ts'
import { listedLocation } from '../list/routes.ts'
import { finishTodo, listTodos, reopenTodo } from './repository.ts'

const TAGS = ['To be called']

const GONE = 'This is no longer on the list.'

/** Patients who are to be called or wait without a time, at the locations that a right reaches. */
export function todoRoutes({ pool, clinic, now, allow, trail }: AccountsContext) {
  return new Hono()
    .get(
      '/todo',
      describeRoute({
        summary: 'Who is to be called or waits for a time, the next visit first',
        description:
          'Patients whom no message reached, who wish to be called, whose answer to an SMS was not understood (`words`) or who ' +
          'left an offer unanswered; and walk-ins of today without a time, who leave the list when a move gives them one. ' +
          '`text` is ready to be sent, in the language of the patient.',
        tags: TAGS,
        responses: answers(200, TodoAnswer, [400, 401, 403, 503]),
      }),
      allow.to('book.write'),
      parsed('query', TodoQuery),
      async (c) => {
        const { location: text, page, limit } = c.req.valid('query')
        const { reach } = c.var
        const location = listedLocation(clinic, text, reach)
        const { rows, total } = await listTodos(
          pool,
          { location, page, limit },
          { now: now(), clinic, reach },
        )
        const ids = rows.map(({ appointment }) => appointment.id)
        await trail.listed(c, { location, question: { list: 'todo', page }, ids })
        return pageAnswer(c, rows, { page, limit, total })
      },
    )
    .post(
      '/todo/:id/done',
      describeRoute({
        summary: 'Take somebody off the list, with a note',
        tags: TAGS,
        responses: answers(200, TodoDoneAnswer, [400, 401, 403, 404, 413, 503]),
      }),
      allow.to('book.write'),
      parsed('param', IdParam),
      parsedBodyIfAny(TodoDone),
      async (c) => {
        const { id } = c.req.valid('param')
        const { note } = c.req.valid('json')
        const isThere = await finishTodo(pool, id, {
          note,
          staffId: c.var.staff.id,
          reach: c.var.reach,
          now: now(),
        })
        if (!isThere) throw new HttpFailure('not_found', GONE)
        return c.json({ success: true as const, data: { id } }, 200)
      },
    )
    .delete(
      '/todo/:id/done',
      describeRoute({
        summary: 'Put somebody back on the list, who was taken off it too early',
        tags: TAGS,
        responses: answers(200, TodoDoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('book.write'),
      parsed('param', IdParam),
      async (c) => {
        const { id } = c.req.valid('param')
        const isThere = await reopenTodo(pool, id, { staffId: c.var.staff.id, reach: c.var.reach })
        if (!isThere) throw new HttpFailure('not_found', GONE)
        return c.json({ success: true as const, data: { id } }, 200)
      },
    )
}
