import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Passkey, StoredPasskey } from './factors.ts'
import type { FactorPolicy } from './policy.ts'

/** Loaded with the first passkey, since it is large and many clinics have none. */
const webAuthn = () => import('@simplewebauthn/server')

/** The browser's prompt names this host; user verification is always required, so that a passkey is two factors. */
const hostOf = (origin: string) => new URL(origin).hostname

/** @param allowed a person's own; none: any passkey for this host */
export async function requestOptions({ origin }: FactorPolicy, allowed: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: hostOf(origin()),
    userVerification: 'required',
    allowCredentials: allowed.map(({ credentialId: id, transports }) => ({ id, transports })),
  })
}

/** @returns the authenticator's counter; null: it is not a right answer to the challenge */
export async function verifyPasskey(
  { origin }: FactorPolicy,
  response: AuthenticationResponseJSON,
  challenge: string,
  { credentialId: id, publicKey, counter, transports }: StoredPasskey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const answer = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin(),
    expectedRPID: hostOf(origin()),
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
  }).catch(() => null)
  return answer?.verified ? answer.authenticationInfo.newCounter : null
}

type Person = { id: string; username: string; displayName: string }

/** Options for a passkey that signs in alone, without a typed name. */
export async function creationOptions(
  { origin }: FactorPolicy,
  clinicName: string,
  person: Person,
  existing: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: clinicName,
    rpID: hostOf(origin()),
    userName: person.username,
    userDisplayName: person.displayName,
    userID: new TextEncoder().encode(person.id),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Null: it is not a right answer to the challenge. */
export async function verifyNewPasskey(
  { origin }: FactorPolicy,
  response: RegistrationResponseJSON,
  challenge: string,
): Promise<Passkey | null> {
  const { verifyRegistrationResponse } = await webAuthn()
  const answer = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin(),
    expectedRPID: hostOf(origin()),
    requireUserVerification: true,
  }).catch(() => null)
  if (!answer?.verified) return null
  const { id, publicKey, counter, transports = [] } = answer.registrationInfo.credential
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports }
}
