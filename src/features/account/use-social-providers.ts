import { useEffect, useState } from 'react'
import { authProvider } from '../../session/auth.ts'
import type { SocialProvider } from '../../session/auth-provider.ts'

/** The provider that is the only way to sign in, but for one account; undefined where passwords count. */
export const onlyProviderOf = (providers: readonly SocialProvider[]) => providers.find(({ only }) => only)

/** The ways to sign in besides a password; none until they are known, since a form does not wait for them. */
export function useSocialProviders(): SocialProvider[] {
  const [providers, setProviders] = useState<SocialProvider[]>([])
  useEffect(() => {
    const leave = new AbortController()
    // Without an answer there is no button: a password still signs in.
    authProvider.socialProviders(leave.signal).then(setProviders, () => {})
    return () => leave.abort()
  }, [])
  return providers
}
