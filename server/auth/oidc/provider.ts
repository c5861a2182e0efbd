import * as openid from 'openid-client'
import * as v from 'valibot'
import { Email } from '../../../contract/fields.ts'
import type { OidcSettings } from '../../config.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { clientSecret } from './client-secret.ts'

const ANSWER_SECONDS = 10

/** What one sign-in must bring back unchanged. */
export type Checks = { state: string; nonce: string; codeVerifier: string }

export type OpenIdProvider = {
  /**
   * Where to send the browser to sign in.
   * @throws when the provider cannot be reached
   */
  authorizationUrl(checks: Checks): Promise<string>
  /**
   * Takes what the browser brought back and asks the provider whom it stands for. The library checks state, issuer,
   * audience, nonce, times and signature.
   * @param search the query of the call that came back
   * @returns the address the provider vouches for; null: it vouches for none
   * @throws AuthorizationResponseError when the provider said no, anything else when a check failed or it is away
   */
  verifiedEmail(search: string, checks: Checks): Promise<string | null>
}

/**
 * The provider of the settings. Nothing is asked of it before someone wants to sign in, so that its being down
 * never keeps the clinic from starting; what it says about itself is kept, a failure to say it is not.
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
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: settings.redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async verifiedEmail(search, { state, nonce, codeVerifier }) {
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
      const address = addressIn(claims)
      if (address !== null || !provider.serverMetadata().userinfo_endpoint) return address
      return addressIn(await openid.fetchUserInfo(provider, tokens.access_token, claims.sub))
    },
  }
}

function discover(settings: OidcSettings, authenticate: openid.ClientAuth): Promise<openid.Configuration> {
  const issuer = new URL(settings.issuer)
  return openid.discovery(issuer, settings.clientId, undefined, authenticate, {
    timeout: ANSWER_SECONDS,
    [openid.customFetch]: boundedFetch,
    execute: [
      // Without it the library trusts TLS alone for a token that comes straight from the provider.
      openid.enableNonRepudiationChecks,
      // The settings take http for a provider on this machine only.
      ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  })
}

const Vouched = v.object({ email: Email, email_verified: v.literal(true) })

/** Address and verification count together and from one place: one that anybody may have typed opens nothing. */
function addressIn(claims: unknown): string | null {
  const vouched = v.safeParse(Vouched, claims)
  return vouched.success ? vouched.output.email : null
}
