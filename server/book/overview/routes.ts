import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  OVERVIEW_DAYS_AHEAD,
  OVERVIEW_DAYS_BACK,
  OVERVIEW_MAX_DAYS,
  OverviewAnswer,
  OverviewQuery,
  overviewTooFar,
} from '../../../contract/overview.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { answers } from '../../platform/http/answer.ts'
import { invalidInput } from '../../platform/http/failure.ts'
import { listAnswer } from '../../platform/http/json-answer.ts'
import { parsed } from '../../platform/http/validate.ts'
import type { BookContext } from '../blocked/context.ts'
import { listedLocation } from '../list/routes.ts'
import { overviewOf } from './overview.ts'

/** The overview: use of the chairs, no-shows, and outcomes of messages: numbers alone. */
export function overviewRoutes({ pool, clinic, blockers, now, allow }: BookContext) {
  return new Hono().get(
    '/overview',
    describeRoute({
      summary: 'Numbers of a span of days',
      description:
        'How full each doctor’s days are, who did not come, how far ahead people book, what became of messages, and the busiest ' +
        'hours: counted to the minute, and no patient in it. docs/overview.md defines each number. ' +
        `At most ${OVERVIEW_MAX_DAYS} days, none earlier than ${OVERVIEW_DAYS_BACK} days ago or later than in ${OVERVIEW_DAYS_AHEAD}; \`location\` is a location's code or name, or \`all\`: all of one's own.`,
      tags: ['Overview'],
      responses: answers(200, OverviewAnswer, [400, 401, 403, 429, 503]),
    }),
    allow.to('overview', { key: 'overview.read' }),
    parsed('query', OverviewQuery),
    async (c) => {
      const { location: text, from, to } = c.req.valid('query')
      const asked = now()
      const tooFar = overviewTooFar({ from, to }, clinicDate(asked, clinic.timeZone))
      if (Object.keys(tooFar).length > 0) throw invalidInput(tooFar)
      const location = listedLocation(clinic, text, c.var.reach)
      const locations = location === ALL_LOCATIONS ? c.var.reach.locations : [location]
      const question = { from, to, locations, blockers: await blockers.latest(), now: asked }
      return listAnswer(c, await overviewOf(pool, clinic, question))
    },
  )
}
