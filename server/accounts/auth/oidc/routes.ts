import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import type { Pool } from 'pg'
import {
  AuthProvidersAnswer,
  OIDC_REFUSALS,
  OidcFinish,
  type OidcRefusal,
  OidcStart,
  OidcStartAnswer,
  SignInAnswer,
} from '../../../../contract/auth.ts'
import { answers } from '../../../platform/http/answer.ts'
import { callerOf } from '../../../platform/http/caller.ts'
import { HttpFailure } from '../../../platform/http/failure.ts'
import { createCallerLimit } from '../../../platform/http/limits.ts'
import type { LogRefusal } from '../../../platform/http/refusal-log.ts'
import { parsed, parsedBodyIfAny } from '../../../platform/http/validate.ts'
import { browserName } from '../browser-name.ts'
import type { AccountsContext } from '../context.ts'
import { handOut } from '../session-answer.ts'
import { signInFromProvider } from '../sign-in.ts'
import { type OpenIdProvider, openIdProvider } from './provider.ts'
import { begin, type CameBack, drop, handOver, newChecks, takeState, vouchFor } from './sign-ins.ts'

/** Per address, which a front desk shares: enough for ten people with three attempts each. */
const TRIES = 30
const TRIES_SECONDS = 600
const RETRY_SECONDS = 10
/** The callback's page. Its data follows '#', so that neither server logs nor referrers have it. */
const RETURN_PAGE = '/login/return'

const TAGS = ['Staff session']
const SPENT = 'This sign-in has expired or was already used. Please sign in again.'

export function oidcRoutes(context: AccountsContext) {
  const { pool, now, allow, logRefusal, oidc, trustedProxies, isHttps, passwordsOnlyFor, secondFactor } =
    context
  const provider = oidc && openIdProvider(oidc)
  const limit = (name: string) =>
    createCallerLimit({
      pool,
      name,
      uses: TRIES,
      perSeconds: TRIES_SECONDS,
      message: 'Too many tries. Please try again in {minutes} minutes.',
      enabled: context.limits,
    })
  const starts = limit('oidc-start')
  const finishes = limit('oidc-finish')

  const offered = () => {
    if (!provider || !oidc) throw new HttpFailure('not_found', "This way of signing in isn't available here.")
    return { provider, name: oidc.name }
  }

  return new Hono()
    .get(
      '/auth/providers',
      describeRoute({
        summary: 'The ways to sign in besides a password',
        description:
          'Empty where no OpenID provider is configured. `only`: passwords are switched off, but for one account.',
        tags: TAGS,
        responses: answers(200, AuthProvidersAnswer, [401, 503]),
      }),
      allow.public,
      (c) => {
        const only = passwordsOnlyFor !== null
        const data = oidc ? [{ id: 'oidc' as const, name: oidc.name, only }] : []
        return c.json({ success: true as const, data })
      },
    )
    .post(
      '/auth/oidc/start',
      describeRoute({
        summary: 'Begin to sign in with the OpenID provider',
        description:
          'Keep `secret` in this browser tab and go to `url`. The provider sends the browser back within 10 minutes, ' +
          `and then it opens ${RETURN_PAGE} with #code=... or #error=...`,
        tags: TAGS,
        responses: answers(200, OidcStartAnswer, [400, 401, 404, 429, 503]),
      }),
      allow.public,
      parsedBodyIfAny(OidcStart),
      async (c) => {
        const { provider, name } = offered()
        await starts.use(callerOf(c, trustedProxies))
        const checks = newChecks()
        const url = await provider.authorizationUrl(checks, c.req.valid('json')).catch((error: unknown) => {
          const facts = { ...failureFacts(error), requestId: c.get('requestId') }
          logRefusal(facts, { says: 'OpenID provider not reached' })
          throw new HttpFailure('unavailable', `We can't reach ${name} right now. Please try again.`, {
            retryAfter: RETRY_SECONDS,
          })
        })
        const secret = await begin(pool, checks, now())
        c.header('Cache-Control', 'no-store')
        return c.json({ success: true as const, data: { url, secret } })
      },
    )
    .get(
      '/auth/oidc/callback',
      describeRoute({
        summary: 'Where the OpenID provider sends the browser back',
        description:
          `Not for calling. Leads to ${RETURN_PAGE}#code=... with a code for POST /auth/oidc/finish (one use, 60 s), ` +
          `or to ${RETURN_PAGE}#error=... with one of ${OIDC_REFUSALS.join(', ')}.`,
        tags: TAGS,
        security: [],
        responses: {
          302: { description: `On to ${RETURN_PAGE}` },
          404: { description: 'No provider is configured' },
        },
      }),
      allow.anyone,
      async (c) => {
        const { provider } = offered()
        const outcome = await wayBack({ pool, provider, logRefusal, now, passwordsOnlyFor }, askedOf(c))
        c.header('Cache-Control', 'no-store')
        c.header('Referrer-Policy', 'no-referrer')
        return c.redirect(`${RETURN_PAGE}#${new URLSearchParams(outcome)}`, 302)
      },
    )
    .post(
      '/auth/oidc/finish',
      describeRoute({
        summary: 'Finish to sign in with the OpenID provider: the code that came back for a session',
        description:
          'Only the browser tab that began has the secret; a code counts once, whatever comes of it. As POST /auth/signin: a ' +
          '`step` comes before the session for whoever needs a second factor that the provider did not ask for.',
        tags: TAGS,
        responses: answers(200, SignInAnswer, [400, 401, 404, 429, 503]),
      }),
      allow.public,
      parsed('json', OidcFinish),
      async (c) => {
        offered()
        await finishes.use(callerOf(c, trustedProxies))
        const handed = await handOver(pool, c.req.valid('json'), now())
        if (handed === null) throw new HttpFailure('link_spent', SPENT)
        const signedIn = await signInFromProvider(pool, handed.staffId, {
          now: now(),
          secondFactor,
          hasShownFactor: handed.secondFactor,
          provenAt: handed.authenticatedAt,
          browser: browserName(c.req.header('user-agent')),
        })
        c.header('Cache-Control', 'no-store')
        const data = 'step' in signedIn ? signedIn : handOut(c, signedIn, isHttps)
        return c.json({ success: true as const, message: 'Success!', data })
      },
    )
}

const askedOf = (c: Context) => ({
  state: c.req.query('state') ?? '',
  search: new URL(c.req.url).search,
  requestId: c.get('requestId'),
})

type World = {
  pool: Pool
  provider: OpenIdProvider
  logRefusal: LogRefusal
  now(): Date
  passwordsOnlyFor: string | null
}
/** `search` is the callback's whole query, `state` a parameter in it. */
type OidcCallback = { state: string; search: string; requestId: string }

/**
 * Handles the callback: returns a one-use code, or an error code. It never throws, since a person waits
 * there; the log has the cause, without addresses.
 */
async function wayBack(
  world: World,
  asked: OidcCallback,
): Promise<{ code: string } | { error: OidcRefusal }> {
  const { pool, logRefusal, now } = world
  let cameBack: CameBack | null = null
  try {
    cameBack = await takeState(pool, asked.state, now())
    if (cameBack === null) return { error: 'expired' }
    const refusal = await recognise(world, asked, cameBack)
    if (refusal === null) return { code: cameBack.code }
    const facts = { reason: refusal.reason, requestId: asked.requestId }
    logRefusal(facts, { says: 'OpenID sign-in by nobody of the staff' })
    await drop(pool, cameBack)
    return { error: 'not_staff' }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== 'cancelled') {
      const facts = { ...failureFacts(error), requestId: asked.requestId }
      logRefusal(facts, { says: 'OpenID sign-in failed' })
    }
    // The sign-in is unusable anyway; if the database is away, a later sign-in deletes it.
    if (cameBack) await drop(pool, cameBack).catch(() => {})
    return { error: refusal }
  }
}

/** Links the sign-in with the verified staff member; else returns the reason for the log. */
async function recognise(
  { pool, provider, now, passwordsOnlyFor }: World,
  { search }: OidcCallback,
  cameBack: CameBack,
): Promise<{ reason: string } | null> {
  const person = await provider.person(search, cameBack.checks)
  if (person === null) return { reason: 'the provider says nothing of the person' }
  if (await vouchFor(pool, cameBack, person, { now: now(), passwordsOnlyFor })) return null
  return {
    reason:
      person.email === null
        ? 'the provider vouches for no address'
        : 'no active staff member is bound to the person, and none without a binding has the address or is invited by it',
  }
}

function refusalOf(error: unknown): OidcRefusal {
  const isCancelled = error instanceof AuthorizationResponseError && error.error === 'access_denied'
  return isCancelled ? 'cancelled' : 'failed'
}

/** Stable codes only: a provider's messages can quote codes and addresses. */
function failureFacts(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: 'unknown' }
  const said =
    error instanceof AuthorizationResponseError || error instanceof ResponseBodyError ? error.error : ''
  return {
    error: error.name,
    code: innermostCode(error),
    ...(/^[a-z_]{1,40}$/.test(said) && { said }),
  }
}

function innermostCode(error: Error & { code?: unknown }): string {
  const inner = error.cause instanceof Error ? innermostCode(error.cause) : ''
  return inner || (typeof error.code === 'string' ? error.code : '')
}
