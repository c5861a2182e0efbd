import { lazyModule } from './lazy.tsx'

/** Of use with a connection alone: it is not kept on the device. */
export const passkeySignIn = lazyModule(async () => (await import('../session/passkey.ts')).signInByPasskey)

/** Whether this browser may have passkeys for this address: they belong to a host name, and an address of numbers is none. */
export function passkeysHere({ hostname }: { hostname: string } = location): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return 'PublicKeyCredential' in globalThis && !isAddress
}
