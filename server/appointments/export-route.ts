import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { ExportAppointments, ListedLocation, SearchAppointments } from '../../contract/appointments.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { clinicDate } from '../../domain/clinic-time.ts'
import { audit } from '../audit/audit.ts'
import { freshProof } from '../auth/fresh-proof.ts'
import type { AppContext } from '../context.ts'
import { answers } from '../http/answer.ts'
import { HttpFailure } from '../http/failure.ts'
import { parsed, parsedBodyIfAny } from '../http/validate.ts'
import { placeOf, reasonOf } from '../jobs/failure.ts'
import { exportedCsv, type Portions, streamOf } from './export.ts'
import { wantedOf } from './filter.ts'
import { listedLocation } from './list-routes.ts'

const DESCRIPTION = {
  summary: 'The appointments of a list as a file, all of them',
  description:
    'Those that POST /appointments/{location} finds with the same filter, the earliest first, as CSV with times of ' +
    'the clinic. A text that a spreadsheet would take for a formula has an apostrophe in front.',
  tags: ['Appointments'],
  responses: {
    ...answers(200, DoneAnswer, [400, 401, 403, 413, 429, 503]),
    200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' as const } } } },
  },
}

/** Concurrent exports per session: each holds its place as long as its reader is slow. */
const AT_ONCE = 2

/** Search text is sent in the body and the bearer in a header, so the address has neither. */
export function appointmentExportRoute({ pool, clinic, log, now, allow }: AppContext) {
  const underWay = new Map<string, number>()
  return new Hono<{ Bindings: Partial<HttpBindings> }>().post(
    '/appointments/:location/export',
    describeRoute(DESCRIPTION),
    allow.to('export'),
    freshProof({ now }),
    parsed('param', ListedLocation),
    parsed('query', ExportAppointments),
    parsedBodyIfAny(SearchAppointments),
    async (c) => {
      const location = listedLocation(clinic, c.req.valid('param').location, c.var.reach)
      const query = c.req.valid('query')
      const { search } = c.req.valid('json')
      const wanted = wantedOf({ ...query, search, location, reach: c.var.reach }, clinic)
      const portions = counted(underWay, c.var.session.tokenHash, exportedCsv(pool, wanted, clinic))
      const { outgoing } = c.env
      // Also after a failure, or when nobody reads the answer.
      outgoing?.once('close', () => void portions.return())
      // Read before answering, while the status can still report an error.
      const first = await portions.next()
      await audit(pool, {
        staffId: c.var.staff.id,
        action: 'appointments.exported',
        subject: { kind: 'location', id: location },
        details: { ...query, searched: search !== null },
      })
      const body = streamOf(
        startingWith(first, portions),
        (error) => log.error({ reason: reasonOf(error), at: placeOf(error) }, 'export broken off'),
        outgoing && (() => void outgoing.destroy()),
      )
      return c.body(body, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="appointments-${location}-${clinicDate(now(), clinic.timeZone)}.csv"`,
        'Cache-Control': 'no-store',
      })
    },
  )
}

/**
 * Counts a session's running exports until they end or are cancelled.
 * @throws HttpFailure 429 on the first read when the session has too many
 */
async function* counted<T>(
  underWay: Map<string, number>,
  session: string,
  portions: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const others = underWay.get(session) ?? 0
  if (others >= AT_ONCE) {
    throw new HttpFailure('too_many_requests', 'Your exports are still under way. Please try again soon.', {
      retryAfter: 10,
    })
  }
  underWay.set(session, others + 1)
  try {
    yield* portions
  } finally {
    const left = (underWay.get(session) ?? 1) - 1
    if (left === 0) underWay.delete(session)
    else underWay.set(session, left)
  }
}

/** Prepends the portion already read. Cancelling also cancels the rest, even before the first read. */
function startingWith<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): Portions<T> {
  let isGiven = false
  return {
    next: async () => {
      if (isGiven) return rest.next()
      isGiven = true
      return first
    },
    return: () => rest.return(),
  }
}
