import * as openid from 'openid-client'

/**
 * Authenticates this server at the provider. The secret goes into the Authorization header, OpenID Connect's
 * default, or into the body. Metadata lists what a provider supports, not what it requires of this client; so
 * after a refusal the other way is tried, and used from then on when it works.
 */
export function clientSecret(secret: string | undefined) {
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
