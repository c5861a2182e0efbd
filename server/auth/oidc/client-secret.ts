import * as openid from 'openid-client'

/**
 * How this server proves to the provider who it is. A secret goes in the Authorization header, as OpenID Connect has it
 * by default, or in the body. A provider's metadata lists the ways it knows, not the one it wants of this client, and
 * many insist; so the other way is tried after a refusal, and kept when it is taken.
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
        // A client that is refused has not used up the code it came with (RFC 6749, section 5.2).
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
