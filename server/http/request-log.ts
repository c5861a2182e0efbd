import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
  }
}

/** One line per call with its id, route and time. Neither the path's values nor the query are logged. */
export function requestLog(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    const started = performance.now()
    await next()
    if (!log.isLevelEnabled('debug') && c.res.status < 500) return
    const ms = Math.round((performance.now() - started) * 10) / 10
    const line = { requestId, method: c.req.method, route: routeOf(c), status: c.res.status, ms }
    // A 503 is no fault in the program; what stands behind it has been logged where it was met.
    if (c.res.status === 503) log.warn(line, 'request')
    else if (c.res.status >= 500) log.error(line, 'request')
    else log.debug(line, 'request')
  }
}

/** The route that answers, as it is declared; '/*' for the page. Middleware is registered for all methods. */
function routeOf(c: Context): string {
  return matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? '/*'
}
