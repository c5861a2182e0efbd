import { lazyModule } from '../../ui/lazy.tsx'

/** Judges new passwords; not kept on the device, since setting one needs the server. */
export const passwordStrength = lazyModule(() => import('./password-strength.ts'))
