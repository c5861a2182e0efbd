import { hash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Pool } from 'pg'
import { UNATTENDED_HEADER } from '../../contract/unattended.ts'
import { findSession, prolongSession, type Session, type SignedInStaff } from '../auth/sessions.ts'
import { HttpFailure } from './failure.ts'

declare module 'hono' {
  interface ContextVariableMap {
    session: Session
    staff: SignedInStaff
  }
}

/** Who may call, by the bearer token; each route states one. No bearer or an unknown one is 401, one without the right 403. */
export type Allow = {
  /** The portal, or anyone who is signed in. */
  public: MiddlewareHandler
  /** Anyone with a session: staff or a verified patient. `c.var.session` says who. */
  session: MiddlewareHandler
  /** A signed-in staff member, as `c.var.staff`. */
  staff: MiddlewareHandler
  /** A staff member of type admin, as `c.var.staff`. */
  admin: MiddlewareHandler
  /** The same for calls that only a page makes by itself: they never prolong the session. */
  adminPolling: MiddlewareHandler
}

type Options = { portalToken: string; pool: Pool; now(): Date }

const digest = (text: string) => hash('sha256', text, 'buffer')

const UNKNOWN = 'Please sign in again.'
const NOT_ALLOWED = 'You are not allowed to do this.'

/**
 * The portal token marks the portal. It stands in the page's script and is therefore no secret; it grants public
 * calls and nothing else (design, section 7).
 */
export function createAllow({ portalToken, pool, now }: Options): Allow {
  const portal = digest(portalToken)
  const isPortal = (token: string) => timingSafeEqual(digest(token), portal)

  async function sessionOf(c: Context, { prolong }: { prolong: boolean }): Promise<Session> {
    const token = bearerOf(c)
    if (isPortal(token)) throw new HttpFailure('forbidden', NOT_ALLOWED)
    const session = await findSession(pool, token, now())
    if (!session) throw new HttpFailure('unauthorized', UNKNOWN)
    const isUse = prolong && c.req.header(UNATTENDED_HEADER) === undefined
    if (isUse) await prolongSession(pool, session, now())
    c.set('session', session)
    // What a signed-in person sees is for no cache on the way; a route that may be shared says so itself.
    c.header('Cache-Control', 'no-store')
    return session
  }

  async function staffOf(c: Context, options: { prolong: boolean }): Promise<SignedInStaff> {
    const session = await sessionOf(c, options)
    if (session.kind !== 'staff') throw new HttpFailure('forbidden', NOT_ALLOWED)
    c.set('staff', session.staff)
    return session.staff
  }

  const admin =
    (options: { prolong: boolean }): MiddlewareHandler =>
    async (c, next) => {
      const { type } = await staffOf(c, options)
      if (type !== 'admin') throw new HttpFailure('forbidden', NOT_ALLOWED)
      await next()
    }

  return {
    async public(c, next) {
      if (!isPortal(bearerOf(c))) await sessionOf(c, { prolong: true })
      await next()
    },
    async session(c, next) {
      await sessionOf(c, { prolong: true })
      await next()
    },
    async staff(c, next) {
      await staffOf(c, { prolong: true })
      await next()
    },
    admin: admin({ prolong: true }),
    adminPolling: admin({ prolong: false }),
  }
}

/** The token that a call shows. @throws HttpFailure 401 when it shows none */
export function bearerOf(c: Context): string {
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ', 2)
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new HttpFailure('unauthorized', 'This call needs a bearer token.')
  }
  return token
}
