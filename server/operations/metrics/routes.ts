import { createHash, timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bearerOf } from '../../accounts/auth/bearer.ts'
import { isDirectFromHere } from '../../platform/http/caller.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import type { Metrics } from './metrics.ts'

type Access = {
  /** Token that allows reading; undefined: only direct callers on this machine. */
  token: string | undefined
  /** Whether people come through a proxy, which from here looks like a caller on this machine. */
  isProxied: boolean
}

/**
 * Prometheus metrics. With METRICS_TOKEN for its bearers; without one only for direct callers on this machine without a
 * proxy, and 404 for others.
 */
export function metricsRoute(metrics: Metrics, { token, isProxied }: Access) {
  const mayRead = token === undefined ? (c: Context) => !isProxied && isDirectFromHere(c) : bearerCheck(token)
  return new Hono().get('/metrics', async (c) => {
    if (!mayRead(c)) return c.notFound()
    return c.body(await metrics.text(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    })
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** @returns a check that throws HttpFailure 401 for a wrong or missing bearer */
function bearerCheck(token: string): (c: Context) => true {
  const expected = digest(token)
  return (c) => {
    if (timingSafeEqual(digest(bearerOf(c)), expected)) return true
    throw new HttpFailure('unauthorized', 'This is not the bearer token of the metrics.')
  }
}
