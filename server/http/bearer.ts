import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { HttpFailure } from './failure.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Lets a call of the public through: the portal token marks the portal. It stands in the page's script and is
 * therefore no secret; it grants public calls and nothing else. No bearer or an unknown one is 401.
 */
export function allowPublic(portalToken: string): MiddlewareHandler {
  const expected = digest(portalToken)
  return async (c, next) => {
    const [scheme, token] = (c.req.header('authorization') ?? '').split(' ', 2)
    if (scheme?.toLowerCase() !== 'bearer' || !token || !timingSafeEqual(digest(token), expected)) {
      throw new HttpFailure('unauthorized', 'This call needs the portal token.')
    }
    await next()
  }
}
