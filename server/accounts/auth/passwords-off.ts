import { HttpFailure } from '../../platform/http/failure.ts'

/**
 * Refuses a password, before any look-up, or a passkey where OIDC_ONLY has switched them off; one admin keeps theirs,
 * for when the provider is away.
 * @throws HttpFailure 403, the same for an unknown name
 */
export function requirePasswords(passwordsOnlyFor: string | null, username: string): void {
  if (passwordsOnlyFor === null || passwordsOnlyFor === username) return
  throw passwordsAreOff()
}

/** Refuses the creation of an account with a password. */
export function requirePasswordAccounts(passwordsOnlyFor: string | null): void {
  if (passwordsOnlyFor !== null) throw passwordsAreOff()
}

const passwordsAreOff = () =>
  new HttpFailure('forbidden', 'Passwords are turned off here. Please sign in with the other account.')
