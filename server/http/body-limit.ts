import type { MiddlewareHandler } from 'hono'
import { bodyLimit as counted } from 'hono/body-limit'
import { HttpFailure } from './failure.ts'

const tooLarge = () => {
  throw new HttpFailure('body_too_large', 'This request is too large.')
}

/**
 * Refuses a body of more bytes with 413.
 *
 * Hono's own makes a whole Request with streams to look whether there is a body at all, at every call: a tenth of what
 * a booking costs the server. Where its length is declared nothing need be looked at, since Node reads no further than
 * that; where it comes in pieces Hono's counts them.
 */
export function bodyLimit(maxSize: number): MiddlewareHandler {
  const countedLimit = counted({ maxSize, onError: tooLarge })
  return (c, next) => {
    // These have none that anyone reads.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return countedLimit(c, next)
    return Number(length) > maxSize ? tooLarge() : next()
  }
}
