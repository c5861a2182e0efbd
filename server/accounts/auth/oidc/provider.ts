import * as openid from 'openid-client'
import * as v from 'valibot'
import { Email } from '../../../../contract/fields.ts'
import type { OidcSettings } from '../../../platform/config/config.ts'
import { boundedFetch } from './bounded-fetch.ts'

const ANSWER_SECONDS = 10

/** Values that the callback of a sign-in must match. */
export type Checks = { state: string; nonce: string; codeVerifier: string }

/** The returning person: known to a provider by issuer and subject (OpenID Connect Core 1.0, section 5.7). */
export type Person = {
  issuer: string
  subject: string
  /** The verified address; null where the provider vouches for none. */
  email: string | null
  /** Time of the provider's authentication; null where it does not say. */
  authenticatedAt: Date | null
  /** Whether the provider says that they showed a second factor there. */
  secondFactor: boolean
}

export type OpenIdProvider = {
  /** The provider's sign-in page; `fresh`: it asks who it is, and says when. @throws when the provider cannot be reached */
  authorizationUrl(checks: Checks, how?: { fresh: boolean }): Promise<string>
  /**
   * Exchanges the callback's code for the person. The library checks state, issuer, audience,
   * nonce, times and signature.
   * @param search the callback's query
   * @returns null without an ID token
   * @throws AuthorizationResponseError when the provider refused, anything else when a check failed or it is
   * away
   */
  person(search: string, checks: Checks): Promise<Person | null>
}

/**
 * Contacts the provider at the first sign-in only, so that its downtime never keeps the clinic from starting.
 * Metadata is cached, a failure to load it is not.
 */
export function openIdProvider(settings: OidcSettings): OpenIdProvider {
  const secret = clientSecret(settings.clientSecret)
  let discovered: Promise<openid.Configuration> | undefined
  const configuration = () => {
    discovered ??= discover(settings, secret.authenticate).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  return {
    async authorizationUrl({ state, nonce, codeVerifier }, { fresh } = { fresh: false }) {
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: settings.redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // With a max_age the ID token must have an auth_time (OpenID Connect Core 1.0, section 2).
        ...(fresh && { prompt: 'login', max_age: '0' }),
      })
      return url.href
    },
    async person(search, { state, nonce, codeVerifier }) {
      const provider = await configuration()
      const cameBack = new URL(settings.redirectUri)
      cameBack.search = search
      const tokens = await secret.inTheWayItIsTaken(() =>
        openid.authorizationCodeGrant(provider, cameBack, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        }),
      )
      const claims = tokens.claims()
      if (claims === undefined) return null
      const known = {
        issuer: claims.iss,
        subject: claims.sub,
        authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1000) : null,
        secondFactor: settings.asksSecondFactor || saysSecondFactor(claims.amr),
      }
      const email = addressIn(claims)
      if (email !== null || !provider.serverMetadata().userinfo_endpoint) return { ...known, email }
      return {
        ...known,
        email: addressIn(await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)),
      }
    },
  }
}

function discover(settings: OidcSettings, authenticate: openid.ClientAuth): Promise<openid.Configuration> {
  const issuer = new URL(settings.issuer)
  return openid.discovery(issuer, settings.clientId, undefined, authenticate, {
    timeout: ANSWER_SECONDS,
    [openid.customFetch]: boundedFetch,
    execute: [
      // Without it the library relies on TLS alone for tokens sent directly by the provider.
      openid.enableNonRepudiationChecks,
      // The settings allow http only for a provider on this machine.
      ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  })
}

/**
 * RFC 8176, section 2: several factors, or one that is more than something known. SMS, calls and mails don't count here
 * either.
 */
const SECOND_FACTORS = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc'])

function saysSecondFactor(amr: unknown): boolean {
  return Array.isArray(amr) && amr.some((method) => SECOND_FACTORS.has(method))
}

const Vouched = v.object({ email: Email, email_verified: v.literal(true) })

/** Address and verification must come from the same claims: an unverified address grants nothing. */
function addressIn(claims: unknown): string | null {
  const vouched = v.safeParse(Vouched, claims)
  return vouched.success ? vouched.output.email : null
}

/**
 * Authenticates this server at the provider. The secret goes into the Authorization header, OpenID Connect's
 * default, or into the body. Metadata lists what a provider supports, not what it requires of this client; so
 * after a refusal the other way is tried, and used from then on when it works.
 */
function clientSecret(secret: string | undefined) {
  if (secret === undefined) {
    return { authenticate: openid.None(), inTheWayItIsTaken: <T>(ask: () => Promise<T>) => ask() }
  }
  const header = openid.ClientSecretBasic(secret)
  const body = openid.ClientSecretPost(secret)
  let current = header
  const authenticate: openid.ClientAuth = (...request) => current(...request)
  return {
    authenticate,
    async inTheWayItIsTaken<T>(ask: () => Promise<T>): Promise<T> {
      const tried = current
      try {
        return await ask()
      } catch (error) {
        if (!isClientRefused(error)) throw error
        // A refused client has not used up its code (RFC 6749, section 5.2).
        current = tried === header ? body : header
        return await ask()
      }
    },
  }
}

function isClientRefused(error: unknown): boolean {
  if (error instanceof openid.WWWAuthenticateChallengeError) return error.status === 401
  return (
    error instanceof openid.ResponseBodyError &&
    ['invalid_client', 'unauthorized_client'].includes(error.error)
  )
}
