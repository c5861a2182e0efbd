import { lazyModule } from './lazy.tsx'

/** Chunk with the passkey code, which needs a connection and isn't cached. */
export const passkeySignIn = lazyModule(async () => (await import('../session/passkey.ts')).signInByPasskey)

/** Whether this browser may have passkeys for this address: they belong to a host name, and an address of numbers is none. */
export function passkeysHere({ hostname }: { hostname: string } = location): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return 'PublicKeyCredential' in globalThis && !isAddress
}
