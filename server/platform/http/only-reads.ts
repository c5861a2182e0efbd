import type { Context, MiddlewareHandler } from 'hono'
import type { StandbyReads } from '../db/standby-reads.ts'
import { routeOf } from './call-metrics.ts'

/** Calls that only read although their method doesn't say so. */
const READS: ReadonlySet<string> = new Set([
  'POST /api/appointments/:location',
  'POST /api/appointments/:location/export',
  'PATCH /api/fetch/doctors',
  'PUT /api/fetch/services',
])

/** Reports whether a call changes nothing, except for records about it; read after it was routed. */
export function onlyReads(c: Context): boolean {
  const { method } = c.req
  return method === 'GET' || method === 'HEAD' || READS.has(`${method} ${routeOf(c)}`)
}

/** Notes a write: from the end of a call that may write, its caller reads the own writes. */
export function noteWrites(reads: StandbyReads, callerOf: (c: Context) => string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (!onlyReads(c)) reads.noteWrite(callerOf(c))
  }
}
