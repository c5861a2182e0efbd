import { lazyModule } from '../../ui/lazy.tsx'
import { useLazyPart } from '../../ui/use-lazy-part.ts'

/* Who signs in is connected: it is not kept on the device. */
const factorStep = lazyModule(async () => (await import('./factors/factor-step.tsx')).FactorStep)

/** The second step of a sign-in, fetched when it is wanted. */
export const useFactorStep = (wanted: boolean, onMissing: () => void) =>
  useLazyPart(factorStep, wanted, onMissing)
