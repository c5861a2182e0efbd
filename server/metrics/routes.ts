import { createHash, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { bearerOf } from '../http/bearer.ts'
import { HttpFailure } from '../http/failure.ts'
import type { Metrics } from './metrics.ts'

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1)$/
/** Headers by which a local proxy shows that it forwards for someone else. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Prometheus metrics. With METRICS_TOKEN for its bearers; without one only for direct callers on this
 * machine, and 404 for others.
 */
export function metricsRoute(metrics: Metrics, token: string | undefined) {
  const mayRead = token === undefined ? isFromHere : bearerCheck(token)
  return new Hono().get('/metrics', async (c) => {
    if (!mayRead(c)) return c.notFound()
    return c.body(await metrics.text(), 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    })
  })
}

function isFromHere(c: Context): boolean {
  const address = (getConnInfo(c).remote.address ?? '').replace(/^::ffff:/, '')
  return LOOPBACK.test(address) && FORWARDED.every((name) => c.req.header(name) === undefined)
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
