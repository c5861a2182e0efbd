import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { SignedIn } from '../../contract/auth.ts'
import type { Enrolled } from '../../contract/second-factor.ts'
import { addPasskey, showPasskey, startNewPasskey, startPasskey } from './factor-calls.ts'

/**
 * Shows a passkey.
 * @param step left out: it signs in alone
 * @returns the session; null: the person closed the browser's question
 * @throws ApiError
 */
export async function signInByPasskey(step?: string): Promise<SignedIn | null> {
  const begun = await startPasskey(step)
  const response = await unlessCancelled(startAuthentication({ optionsJSON: begun.options as never }))
  return response && showPasskey(begun.step, response)
}

/** Makes a passkey on this device. @returns null: the person closed the browser's question */
export async function makePasskey(step: string, name: string): Promise<Enrolled | null> {
  const begun = await startNewPasskey(step)
  const response = await unlessCancelled(startRegistration({ optionsJSON: begun.options as never }))
  return response && addPasskey(begun.step, name, response)
}

/** Null: dismissed, or no passkey, which browsers report alike so that neither is revealed. */
async function unlessCancelled<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    const isClosed = error instanceof Error && /^(?:NotAllowedError|AbortError)$/.test(error.name)
    if (isClosed || error instanceof WebAuthnError) return null
    throw error
  }
}
