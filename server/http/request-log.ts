import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { type ObserveRequest, routeOf } from '../metrics/requests.ts'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
  }
}

/** What a proxy may call a request: enough for any of the usual forms, and nothing that could break a line or hold a sentence. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

export type RequestLogOptions = {
  log: Logger
  /** How many proxies in front are believed; with none an id is only ever made here. */
  trustedProxies: number
  /** Is told of every answer. */
  observe: ObserveRequest
}

/**
 * Gives each request an id, and writes one line per call with it, its route and time: at debug, and always when it
 * failed (503 as a warning, other 5xx as an error). Neither the path's values nor the query are logged.
 */
export function requestLog({ log, trustedProxies, observe }: RequestLogOptions): MiddlewareHandler {
  return async (c, next) => {
    const requestId = (trustedProxies > 0 && idFromProxy(c)) || randomUUID()
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    const started = performance.now()
    await next()
    const ms = performance.now() - started
    const route = routeOf(c)
    const { status } = c.res
    observe(c, route, ms / 1000)
    if (status < 500 && !log.isLevelEnabled('debug')) return
    const line = { requestId, method: c.req.method, route, status, ms: Math.round(ms * 10) / 10 }
    // A 503 is no fault in the program; what stands behind it has been logged where it was met.
    if (status === 503) log.warn(line, 'request')
    else if (status >= 500) log.error(line, 'request')
    else log.debug(line, 'request')
  }
}

/** The id under which the proxy in front logs the request; undefined when it sent none, or no usual one. */
function idFromProxy(c: Context): string | undefined {
  const id = c.req.header('x-request-id')
  return id !== undefined && REQUEST_ID.test(id) ? id : undefined
}
