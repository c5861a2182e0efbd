import { DoneAnswer } from '../../contract/envelope.ts'
import {
  EnrolledAnswer,
  FactorSignedInAnswer,
  PasskeyStartAnswer,
  TotpStartAnswer,
} from '../../contract/second-factor.ts'
import { CHANGE_TIMEOUT_MS, call } from '../http/client.ts'

/*
 * The calls between a password and a session, and those that set up a factor. Each has a step instead of a session, and
 * throws ApiError.
 */

const post = { method: 'POST', timeoutMs: CHANGE_TIMEOUT_MS } as const

/** @param code of an app, or a recovery code */
export async function showCode(step: string, code: string) {
  const body = { step, code }
  return (await call(FactorSignedInAnswer, { ...post, path: '/auth/factor/code', body })).data
}

/** @param step left out: a passkey alone signs in */
export async function startPasskey(step?: string) {
  return (await call(PasskeyStartAnswer, { ...post, path: '/auth/factor/passkey/start', body: { step } }))
    .data
}

export async function showPasskey(step: string, response: unknown) {
  const body = { step, response }
  return (await call(FactorSignedInAnswer, { ...post, path: '/auth/factor/passkey', body })).data
}

export async function mailCode(step: string): Promise<void> {
  await call(DoneAnswer, { ...post, path: '/auth/enrol/mail', body: { step } })
}

export async function proveMail(step: string, code: string): Promise<void> {
  await call(DoneAnswer, { ...post, path: '/auth/enrol/proof', body: { step, code } })
}

export async function startApp(step: string) {
  return (await call(TotpStartAnswer, { ...post, path: '/auth/enrol/totp/start', body: { step } })).data
}

export async function addApp(step: string, code: string, name: string) {
  const body = { step, code, name }
  return (await call(EnrolledAnswer, { ...post, path: '/auth/enrol/totp', body })).data
}

export async function startNewPasskey(step: string) {
  return (await call(PasskeyStartAnswer, { ...post, path: '/auth/enrol/passkey/start', body: { step } })).data
}

export async function addPasskey(step: string, name: string, response: unknown) {
  const body = { step, name, response }
  return (await call(EnrolledAnswer, { ...post, path: '/auth/enrol/passkey', body })).data
}
