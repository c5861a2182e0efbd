import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import {
  AppointmentsAnswer,
  ListAppointments,
  ListedLocation,
  SearchAppointments,
} from '../../../contract/appointments.ts'
import { RANGE_DAYS, RANGE_ROWS, SEARCH_RESULTS } from '../../../contract/lists.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { ALL_LOCATIONS, normaliseLocation } from '../../../domain/locations.ts'
import { type Reach, reaches } from '../../../domain/rights.ts'
import { NOT_ALLOWED } from '../../accounts/auth/bearer.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { parsed, parsedBodyIfAny } from '../../platform/http/validate.ts'
import type { ListContext } from './context.ts'
import { type AppointmentQuestion, listAppointments, listRange } from './list.ts'

/** The list of appointments. Listing with POST is the specification's (section 7). */
export function appointmentRoutes({ pool, blockers, totals, clinic, now, allow, trail }: ListContext) {
  const parts = { pool, blockers, totals }
  async function wholeRange(question: AppointmentQuestion) {
    const rows = await listRange(parts, question, clinic, now(), RANGE_ROWS)
    if (!rows) throw new HttpFailure('too_many_rows', TOO_MANY_ROWS)
    return { rows, total: rows.length }
  }

  return new Hono().post(
    '/appointments/:location',
    describeRoute({
      summary: 'Appointments of a location or of all, one page of them',
      description:
        "Upcoming ones first, the soonest at the top, then past ones, the latest first. `location` is a location's code or name, or `all`: " +
        "all of one's own. " +
        '`search` finds a reference or its beginning, parts of a name, part of an email address, or a phone number in any form; ' +
        `words of two letters stand for the beginning of a name. It counts and shows up to ${SEARCH_RESULTS} of them. ` +
        'Totals over 1,000 may be up to 10 seconds old where another process has changed something; the last page, and ' +
        'one that another follows, say so all the same. ' +
        `\`all=1\` lists a range of days by time and whole, without pages and without a search: \`from\` and \`to\` are needed then, ` +
        `${RANGE_DAYS} days at most; a range of more than ${RANGE_ROWS} rows is a 400 \`too_many_rows\`.`,
      tags: ['Appointments'],
      responses: answers(200, AppointmentsAnswer, [400, 401, 403, 413, 429, 503]),
    }),
    allow.to('book.read', { key: 'appointments.read' }),
    parsed('param', ListedLocation),
    parsed('query', ListAppointments),
    parsedBodyIfAny(SearchAppointments),
    async (c) => {
      const location = listedLocation(clinic, c.req.valid('param').location, c.var.reach)
      const question = { ...c.req.valid('query'), ...c.req.valid('json'), location, reach: c.var.reach }
      const searched = question.search !== null
      const whole = question.all === '1'
      if (whole && searched) throw invalidInput({ search: 'invalid' })
      const { rows, total } = await (whole
        ? wholeRange(question)
        : listAppointments(parts, question, clinic, now()))
      const { page, limit, status, cancelled, doctor, visit, from, to, search } = question
      const read = {
        location,
        question: { from, to, status, cancelled, doctor, visit, ...(!whole && { page, limit }) },
        ids: rows.map(({ id }) => id),
      }
      await (search === null ? trail.listed(c, read) : trail.searched(c, { ...read, search, count: total }))
      return pageAnswer(c, rows, whole ? { page: 1, limit: RANGE_ROWS, total } : { page, limit, total })
    },
  )
}

const TOO_MANY_ROWS = 'These days have too many appointments to list at once. Please choose fewer days.'

/**
 * The code of the location that a text means, or 'all', which is all of those that a right reaches.
 * @throws HttpFailure 400 for any other text, 403 for a location that is not one's own
 */
export function listedLocation(clinic: Clinic, text: string, reach: Reach): string {
  const code = normaliseLocation(text, clinic.locations)
  if (code === null) throw invalidInput({ location: 'location_unknown' })
  if (code !== ALL_LOCATIONS && !reaches(reach, code)) throw new HttpFailure('forbidden', NOT_ALLOWED)
  return code
}
