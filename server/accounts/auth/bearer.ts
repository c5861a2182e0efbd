import { hash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { describeRoute } from 'hono-openapi'
import type { Pool } from 'pg'
import { KEY_PREFIX, type KeyScope } from '../../../contract/api-keys.ts'
import { UNATTENDED_HEADER } from '../../../contract/unattended.ts'
import { type Reach, type Right, reachWithin } from '../../../domain/rights.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'
import { type ApiKey, useKey } from './api-keys.ts'
import { requireDeskProof, requireFreshProof } from './fresh-proof.ts'
import { findSession, prolongSession, type Session, type SignedInStaff } from './sessions.ts'

declare module 'hono' {
  interface ContextVariableMap {
    session: Session
    staff: SignedInStaff
    patientId: string
    /** Key of another program; where it is set, there is neither session nor staff. */
    apiKey: ApiKey
    /** The rows that the right of this call covers. */
    reach: Reach
  }
}

/**
 * Access by bearer token; each route declares one, as `x-right` in the OpenAPI document. A missing or unknown bearer is
 * 401, one without the right 403.
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
  /**
   * Staff with a right, as `c.var.staff`, and its reach, as `c.var.reach`; with a scope also an API key that has it, as
   * `c.var.apiKey`, and its locations as `c.var.reach`; with a proof only after it.
   */
  to(right: Right, more?: { key?: KeyScope; proof?: ProofNeeded }): MiddlewareHandler
  /** Guard of calls that pages make by themselves: they never prolong the session. */
  polling(right: Right): MiddlewareHandler
  /** An API key with a scope alone. */
  key(scope: KeyScope): MiddlewareHandler
}

/** Values of `x-right` besides rights: callers without one. */
export type Access =
  | Right
  | 'public'
  | 'session'
  | 'patient'
  | 'visit'
  | 'offer'
  | 'device'
  | 'key'
  | 'anyone'

/**
 * Proof that a call needs from a session besides its right, against a session left open or stolen (fresh-proof.ts).
 * Declared as `x-proof` in the OpenAPI document. 'fresh': a proof of the last 10 minutes. 'desk': the same, or a PIN at
 * a tablet. 'partly': for some bodies, which the route distinguishes.
 */
export type ProofNeeded = 'fresh' | 'desk' | 'partly'
const PROOFS = { fresh: requireFreshProof, desk: requireDeskProof, partly: () => {} } as const

/** The schemes of the OpenAPI document (openapi.ts). */
const BEARER = { bearer: [] }
const NOBODY_ASKED = {}

/**
 * Declares the access of a call in the OpenAPI document, so that the guard and the document never differ.
 * @param more.key the scope of the API keys that may
 */
export function asks<const M extends MiddlewareHandler>(
  access: Access,
  guard: M,
  { key: scope, proof }: { key?: KeyScope; proof?: ProofNeeded } = {},
): M {
  const security = [
    ...(access === 'key' ? [] : [access === 'anyone' ? NOBODY_ASKED : BEARER]),
    ...(scope ? [{ apiKey: [scope] }] : []),
  ]
  const named = {
    'x-right': access,
    ...(scope && { 'x-scope': scope }),
    ...(proof && { 'x-proof': proof }),
    security,
  }
  return Object.assign(guard, describeRoute(named as object))
}

type Options = { portalToken: string; pool: Pool; now(): Date; limits: boolean; trustedProxies: number }

/** Calls of one key in five minutes. */
const KEY_CALLS = 600

const digest = (text: string) => hash('sha256', text, 'buffer')

const UNKNOWN = 'Please sign in again.'
const LOCKED = "This session is locked. Please verify it's you."
export const NOT_ALLOWED = "You're not allowed to do this."
const NO_KEY = 'This API key is unknown or no longer active.'

/**
 * The portal token identifies the portal. It is part of the page's script and therefore no secret; it allows
 * only public calls (specification, section 6).
 */
export function createAllow({ portalToken, ...options }: Options): Allow {
  const { pool, now } = options
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

  const perKey = createLimit({
    pool,
    name: 'api-key-calls',
    uses: KEY_CALLS,
    perSeconds: 300,
    message: 'Too many requests with this key. Please try again in {minutes} minutes.',
    enabled: options.limits,
  })
  const countWrongKey = wrongTokens(options, { name: 'api-keys-wrong', message: NO_KEY })

  /** Lets a key in force with a scope in. @throws HttpFailure 401, 403 and 429 */
  async function letKeyIn(c: Context, token: string, scope: KeyScope): Promise<void> {
    const key = await useKey(pool, token, now())
    if (!key) {
      await countWrongKey(c)
      throw new HttpFailure('unauthorized', NO_KEY)
    }
    c.set('apiKey', key)
    if (!key.scopes.includes(scope)) throw new HttpFailure('forbidden', "This API key isn't for this call.")
    await perKey.use(key.id)
    c.set('reach', { locations: key.locations, doctorId: null })
    c.header('Cache-Control', 'no-store')
  }

  const key =
    (scope: KeyScope): MiddlewareHandler =>
    async (c, next) => {
      const token = bearerOf(c)
      if (!isKey(token)) throw new HttpFailure('unauthorized', 'This call needs an API key.')
      await letKeyIn(c, token, scope)
      await next()
    }

  /** A guard that a key passes as well. */
  const orKey =
    (scope: KeyScope, staff: MiddlewareHandler): MiddlewareHandler =>
    async (c, next) => {
      const token = bearerOf(c)
      if (!isKey(token)) return staff(c, next)
      await letKeyIn(c, token, scope)
      await next()
    }

  const to =
    (
      right: Right,
      { proof, ...options }: { prolong: boolean; proof?: ProofNeeded | undefined },
    ): MiddlewareHandler =>
    async (c, next) => {
      const staff = await staffOf(c, options)
      const reach = reachWithin(staff, right, c.var.session.withinLocations)
      if (reach === null) throw new HttpFailure('forbidden', NOT_ALLOWED)
      c.set('reach', reach)
      if (proof) PROOFS[proof](c.var.session, now())
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
    to(right, more = {}) {
      const staff = to(right, { prolong: true, proof: more.proof })
      return asks(right, more.key ? orKey(more.key, staff) : staff, more)
    },
    polling: (right) => asks(right, to(right, { prolong: false })),
    key: (scope) => asks('key', key(scope), { key: scope }),
  }
}

const isKey = (token: string) => token.startsWith(KEY_PREFIX)

/** @throws HttpFailure 401 without one */
export function bearerOf(c: Context): string {
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ', 2)
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new HttpFailure('unauthorized', 'This call needs a bearer token.')
  }
  return token
}
