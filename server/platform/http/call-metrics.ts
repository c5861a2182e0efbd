import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Counter, Histogram, type Registry } from 'prom-client'
import { REPLIES } from '../../../domain/replies.ts'
import { HttpFailure } from './failure.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** The outcome of a booking answered with 201. */
    booking: 'booked' | 'repeated'
    /** Meaning of a patient's reply to an SMS; not of a repeated delivery. */
    reply: ReplyKind
  }
}

/** `other`: words that no rule knows. */
const REPLY_KINDS = [...REPLIES, 'other'] as const
type ReplyKind = (typeof REPLY_KINDS)[number]

/** `seconds` is the time until the answer began. */
export type ObserveRequest = (c: Context, route: string, seconds: number) => void

const BOOKING_ROUTE = '/api/appointments/book'
/** Codes of the envelope. Invalid requests (400, 401) do not count as bookings. */
const OUTCOMES = [
  'booked',
  'repeated',
  'slot_taken',
  'proof_required',
  'too_many_requests',
  'key_reused',
  'busy',
  'unavailable',
]
/** Seconds. A page from memory takes under 1 ms, a booking some 5; a lock times out after 5 s. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Node accepts more methods than the API uses; strangers must not create a time series of each. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Metrics by declared route: no label has values that a caller has sent. */
export function requestMetrics(registry: Registry): ObserveRequest {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Calls and pages by route, and the time until their answer began',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const bookings = new Counter({
    name: 'enamel_bookings_total',
    help: 'Bookings by how they ended: slot_taken is a conflict, too_many_requests a limit',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const replies = new Counter({
    name: 'enamel_sms_replies_total',
    help: 'Answers of patients to SMS, by what they ask for',
    labelNames: ['kind'],
    registers: [registry],
  })
  const refused = new Counter({
    name: 'enamel_refused_total',
    help: 'Calls that were refused, by code; the log has a sample of them',
    labelNames: ['code'],
    registers: [registry],
  })
  // Initialised, since an alert compares with zero, not with a missing series.
  for (const outcome of OUTCOMES) bookings.inc({ outcome }, 0)
  for (const kind of REPLY_KINDS) replies.inc({ kind }, 0)

  return (c, route, seconds) => {
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    duration.observe({ method, route, status: c.res.status }, seconds)
    if (c.error instanceof HttpFailure) refused.inc({ code: c.error.code })
    const reply = c.get('reply')
    if (reply) replies.inc({ kind: reply })
    if (route !== BOOKING_ROUTE || method !== 'POST') return
    const outcome = c.get('booking') ?? codeOf(c)
    if (outcome && OUTCOMES.includes(outcome)) bookings.inc({ outcome })
  }
}

function codeOf(c: Context): string | undefined {
  if (c.error instanceof HttpFailure) return c.error.code
  return c.res.status === 503 ? 'unavailable' : undefined
}

/**
 * The declared route that answered, such as '/api/appointments/:location'. Read after the answer: the last
 * match counts. '/api/*' is an unknown call, '/*' the page.
 */
export function routeOf(c: Context): string {
  return matchedRoutes(c)[c.req.routeIndex]?.path ?? '/*'
}
