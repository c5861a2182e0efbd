import * as v from 'valibot'
import {
  AuthProvidersAnswer,
  type ChangePassword,
  type EditProfileWire,
  LockedAnswer,
  OidcStartAnswer,
  ProfileAnswer,
  type RegisterWire,
  type ResetPassword,
  SessionAnswer,
  SignedInAnswer,
  SignInAnswer,
  TokenTestAnswer,
  UnlockAnswer,
} from '../../contract/auth.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { callWithProof } from '../http/call-with-proof.ts'
import { CHANGE_TIMEOUT_MS, call, LIST_TIMEOUT_MS } from '../http/client.ts'

/*
 * The account calls. Those of a session take its token and know nothing of where it is kept:
 * src/session decides what their answers mean. Each throws ApiError.
 */

/** The check at the start of a page waits for no longer, in milliseconds: then what is stored is shown. */
const SESSION_TIMEOUT_MS = 5_000

// Signing up answers with a session, or only says that it went well.
const RegisteredAnswer = v.union([SignedInAnswer, DoneAnswer])

const post = { method: 'POST', timeoutMs: CHANGE_TIMEOUT_MS } as const

/**
 * @param onProof called when this device begins to search for a proof of work, which the server has asked for
 * @returns who has signed in and the token of the session, or the step before it
 */
export async function signIn(username: string, password: string, onProof?: () => void) {
  const body = { username, password }
  const { data } = await callWithProof(SignInAnswer, { ...post, path: '/auth/signin', body }, onProof)
  return data
}

/** @returns who the token belongs to, as of now, and what a lock seals with */
export async function checkSession(token: string, signal: AbortSignal) {
  const { data } = await call(SessionAnswer, {
    method: 'GET',
    path: '/auth/session',
    token,
    signal,
    timeoutMs: SESSION_TIMEOUT_MS,
  })
  return data
}

/** @returns the kind of account of the token; one that is no longer valid is a 401 */
export async function testToken(token: string, signal?: AbortSignal) {
  const { data } = await call(TokenTestAnswer, {
    method: 'GET',
    path: '/token/test',
    token,
    signal,
    timeoutMs: LIST_TIMEOUT_MS,
  })
  return data.kind
}

/** Ends the session on the server. */
export async function logout(token: string): Promise<void> {
  await call(DoneAnswer, { ...post, path: '/auth/logout', token })
}

/** Ends sessions by the SHA-256 of their tokens. */
export async function endSessionsLater(sessions: readonly string[]): Promise<void> {
  await call(DoneAnswer, { ...post, path: '/auth/ended-sessions', body: { sessions } })
}

/** Types the password again: for 10 minutes the session may do what needs a fresh proof. */
export async function prove(token: string, password: string): Promise<void> {
  await call(DoneAnswer, { ...post, path: '/auth/prove', body: { password }, token })
}

/** Locks the session: the server answers it nothing until it is unlocked. */
export async function lock(token: string) {
  return (await call(LockedAnswer, { ...post, path: '/auth/lock', token })).data
}

/**
 * @param session SHA-256 of its token
 * @param shown the password of its owner, or the token of another session of theirs that they have just begun
 * @returns what it was sealed with
 */
export async function unlock(session: string, shown: { password: string } | { token: string }) {
  const { data } = await call(UnlockAnswer, {
    ...post,
    path: '/auth/unlock',
    body: { session, ...('password' in shown && shown) },
    ...('token' in shown && shown),
  })
  return data.lockKey
}

/** Takes up an invitation. @returns the session that came with the account, or null */
export async function register(account: RegisterWire) {
  const answer = await call(RegisteredAnswer, { ...post, path: '/auth/register', body: account })
  return 'data' in answer ? answer.data : null
}

/** @returns the server's sentence, the same for every address */
export async function forgotPassword(email: string): Promise<string> {
  const ask = { ...post, path: '/auth/forgot-password', body: { email } } as const
  const { message } = await callWithProof(DoneAnswer, ask)
  return message
}

/** @returns the server's sentence */
export async function resetPassword(reset: ResetPassword): Promise<string> {
  const { message } = await call(DoneAnswer, { ...post, path: '/auth/reset-password', body: reset })
  return message
}

/** @returns the server's sentence; the session is over with it */
export async function changePassword(token: string, change: ChangePassword): Promise<string> {
  const { message } = await call(DoneAnswer, { ...post, path: '/auth/change-password', body: change, token })
  return message
}

/** @returns the staff member as they are now, and the server's sentence */
export async function editProfile(token: string, profile: EditProfileWire) {
  const { data, message } = await call(ProfileAnswer, {
    method: 'PUT',
    path: '/auth/profile',
    body: profile,
    token,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return { user: data.user, message }
}

/** @returns the ways to sign in besides a password; none where none is configured */
export async function listProviders(signal?: AbortSignal) {
  const { data } = await call(AuthProvidersAnswer, {
    method: 'GET',
    path: '/auth/providers',
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
  })
  return data
}

/**
 * @param fresh the provider asks who it is, however lately it did
 * @returns where to send the browser, and the secret that this tab keeps until it is back
 */
export async function startOidc(fresh: boolean) {
  const body = { fresh }
  const { data } = await call(OidcStartAnswer, { ...post, path: '/auth/oidc/start', body })
  return data
}

/** Hands in the code of the way back, once. @returns the session, or the step before it */
export async function finishOidc(code: string, secret: string) {
  const { data } = await call(SignInAnswer, { ...post, path: '/auth/oidc/finish', body: { code, secret } })
  return data
}
