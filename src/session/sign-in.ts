import type { FactorStep, RegisterWire, SignedIn } from '../../contract/auth.ts'
import { store } from '../store.ts'
import { authProvider } from './auth.ts'
import type { SocialReturn } from './auth-provider.ts'
import { endOnServer } from './ended-later.ts'
import { forgetSessionAtom, startSessionAtom, tokenAtom } from './session-atoms.ts'

/** Starts a session that the server has opened. A fresh proof keeps the session as it is. */
export function takeSession({ user, token, lockKey }: SignedIn): void {
  const former = store.get(tokenAtom)
  store.set(startSessionAtom, { user, token, lockKey })
  if (former) void endOnServer(former)
}

/**
 * Takes up the session that a sign-in brings; one that fails clears what was stored (specification, section 8). Where a
 * step comes before the session, nothing has changed yet.
 */
async function takeUp<T extends SignedIn | FactorStep>(answered: Promise<T>): Promise<T> {
  try {
    const answer = await answered
    if (!('step' in answer)) takeSession(answer)
    return answer
  } catch (error) {
    store.set(forgetSessionAtom)
    throw error
  }
}

/**
 * Signs in with a password.
 * @param onProof called when the device begins to work for it, which takes some seconds
 * @returns the session, or the step before it; throws ApiError
 */
export const signIn = (username: string, password: string, onProof?: () => void) =>
  takeUp(authProvider.login(username, password, onProof))

/** Signs in with what another provider's way back has brought. @returns as `signIn`; throws ApiError */
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
