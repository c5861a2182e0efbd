import { hash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Pool } from 'pg'
import { UNATTENDED_HEADER } from '../../contract/unattended.ts'
import { type Reach, type Right, reachWithin } from '../../domain/rights.ts'
import { findSession, prolongSession, type Session, type SignedInStaff } from '../auth/sessions.ts'
import { HttpFailure } from './failure.ts'

declare module 'hono' {
  interface ContextVariableMap {
    session: Session
    staff: SignedInStaff
    patientId: string
    /** The rows that the right of this call covers. */
    reach: Reach
  }
}

/**
 * Access by bearer token; each route states one, which stands as `x-right` in the OpenAPI document. A missing or
 * unknown bearer is 401, one without the right 403.
 */
export type Allow = {
  /** Without any bearer, as where a browser is sent to from elsewhere. */
  anyone: MiddlewareHandler
  /** The portal, or anyone signed in. */
  public: MiddlewareHandler
  /** Staff or a verified patient, as `c.var.session`. */
  session: MiddlewareHandler
  /** A verified patient, as `c.var.patientId`. */
  patient: MiddlewareHandler
  /** Staff who have a right, as `c.var.staff`, and how far theirs reaches, as `c.var.reach`. */
  to(right: Right): MiddlewareHandler
  /** For calls that only pages make by themselves: they never prolong the session. */
  polling(right: Right): MiddlewareHandler
}

/** What `x-right` says of a call besides a right: who may make it without one. */
export type Access = Right | 'public' | 'session' | 'patient' | 'visit' | 'offer' | 'device' | 'anyone'

/** Names in the OpenAPI document who may make a call, so that the guard and the document never differ. */
export function asks<const M extends MiddlewareHandler>(access: Access, guard: M): M {
  return Object.assign(guard, describeRoute({ 'x-right': access } as object))
}

type Options = { portalToken: string; pool: Pool; now(): Date }

const digest = (text: string) => hash('sha256', text, 'buffer')

const UNKNOWN = 'Please sign in again.'
const LOCKED = 'This session is locked. Please show that it is you.'
export const NOT_ALLOWED = 'You are not allowed to do this.'

/**
 * The portal token identifies the portal. It is part of the page's script and therefore no secret; it allows
 * only public calls (design, section 7).
 */
export function createAllow({ portalToken, pool, now }: Options): Allow {
  const portal = digest(portalToken)
  const isPortal = (token: string) => timingSafeEqual(digest(token), portal)

  async function sessionOf(c: Context, { prolong }: { prolong: boolean }): Promise<Session> {
    const token = bearerOf(c)
    if (isPortal(token)) throw new HttpFailure('forbidden', NOT_ALLOWED)
    const session = await findSession(pool, token, now())
    if (!session) throw new HttpFailure('unauthorized', UNKNOWN)
    if (session.lockedAt !== null) throw new HttpFailure('locked', LOCKED)
    const isUse = prolong && c.req.header(UNATTENDED_HEADER) === undefined
    if (isUse) await prolongSession(pool, session, now())
    c.set('session', session)
    // Personal data must not be cached; cacheable routes say so themselves.
    c.header('Cache-Control', 'no-store')
    return session
  }

  async function staffOf(c: Context, options: { prolong: boolean }): Promise<SignedInStaff> {
    const session = await sessionOf(c, options)
    if (session.kind !== 'staff') throw new HttpFailure('forbidden', NOT_ALLOWED)
    c.set('staff', session.staff)
    return session.staff
  }

  const to =
    (right: Right, options: { prolong: boolean }): MiddlewareHandler =>
    async (c, next) => {
      const staff = await staffOf(c, options)
      const reach = reachWithin(staff, right, c.var.session.withinLocations)
      if (reach === null) throw new HttpFailure('forbidden', NOT_ALLOWED)
      c.set('reach', reach)
      await next()
    }

  return {
    anyone: asks('anyone', (_, next) => next()),
    public: asks('public', async (c, next) => {
      if (!isPortal(bearerOf(c))) await sessionOf(c, { prolong: true })
      await next()
    }),
    session: asks('session', async (c, next) => {
      await sessionOf(c, { prolong: true })
      await next()
    }),
    patient: asks('patient', async (c, next) => {
      const session = await sessionOf(c, { prolong: true })
      if (session.kind !== 'patient') throw new HttpFailure('forbidden', NOT_ALLOWED)
      c.set('patientId', session.patientId)
      await next()
    }),
    to: (right) => asks(right, to(right, { prolong: true })),
    polling: (right) => asks(right, to(right, { prolong: false })),
  }
}

/** @throws HttpFailure 401 when there is none */
export function bearerOf(c: Context): string {
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ', 2)
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new HttpFailure('unauthorized', 'This call needs a bearer token.')
  }
  return token
}
