import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { type ObserveRequest, routeOf } from './call-metrics.ts'
import type { LogRefusal } from './refusal-log.ts'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
  }
}

/** Accepted request ids of a proxy: all usual forms, but no line break and no sentence. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

export type RequestLogOptions = {
  log: Logger
  logRefusal: LogRefusal
  /** Number of trusted proxies in front; with none every id is generated here. */
  trustedProxies: number
  observe: ObserveRequest
}

/**
 * Gives each request an id, and logs one line with it, the route and the time: at debug, and always for
 * failures (503 as a warning, 20 of a route in a minute, as strangers can cause it; other 5xx as an error). Neither path values nor the query are logged.
 */
export function requestLog({
  log,
  logRefusal,
  trustedProxies,
  observe,
}: RequestLogOptions): MiddlewareHandler {
  return async (c, next) => {
    const requestId = c.env?.requestId ?? ((trustedProxies > 0 && idFromProxy(c)) || randomUUID())
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    const started = performance.now()
    c.set('cameAt', started)
    await next()
    if (c.get('wasHandedOn')) return
    const ms = performance.now() - started
    const route = routeOf(c)
    const { status } = c.res
    observe(c, route, ms / 1000)
    if (status < 500 && !log.isLevelEnabled('debug')) return
    const line = { requestId, method: c.req.method, route, status, ms: Math.round(ms * 10) / 10 }
    // A 503 is no program fault; its cause has been logged already.
    if (status === 503) logRefusal(line, { says: 'request', kind: `503 ${route}` })
    else if (status >= 500) log.error(line, 'request')
    else log.debug(line, 'request')
  }
}

/** The proxy's id for the request; undefined when missing or malformed. */
function idFromProxy(c: Context): string | undefined {
  const id = c.req.header('x-request-id')
  return id !== undefined && REQUEST_ID.test(id) ? id : undefined
}
