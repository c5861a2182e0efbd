import { lazyModule } from './lazy.tsx'

/** Of use with a connection alone: it is not kept on the device. */
export const passkeySignIn = lazyModule(async () => (await import('../session/passkey.ts')).signInByPasskey)
