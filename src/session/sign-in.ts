import type { RegisterWire, SignedIn } from '../../contract/auth.ts'
import { authProvider } from './auth.ts'
import type { SocialReturn } from './auth-provider.ts'
import { endOnServer } from './ended-later.ts'
import { forgetSessionAtom, startSessionAtom, tokenAtom } from './session-atoms.ts'
import { store } from './store.ts'

/** Takes up the session that a sign-in brings; one that fails clears what was stored (specification, section 8). */
async function takeUp(session: Promise<SignedIn>): Promise<void> {
  const former = store.get(tokenAtom)
  try {
    store.set(startSessionAtom, await session)
    // Whoever showed anew who they are has one session, as before.
    if (former) void endOnServer(former)
  } catch (error) {
    store.set(forgetSessionAtom)
    throw error
  }
}

/** Signs in with a password. @throws ApiError */
export const signIn = (username: string, password: string) => takeUp(authProvider.login(username, password))

/** Signs in with what another provider's way back has brought. @throws ApiError */
export const signInSocially = (data: SocialReturn, type: string) =>
  takeUp(authProvider.socialLogin(data, type))

/**
 * Takes up an invitation, and the session that may come with the new account.
 * @returns whether that has signed in
 * @throws ApiError
 */
export async function register(account: RegisterWire): Promise<boolean> {
  const session = await authProvider.register(account)
  if (session) store.set(startSessionAtom, session)
  return session !== null
}
