import { lazyModule } from '../../ui/lazy.tsx'

/* Who signs in, or changes how, is connected: these parts are not kept on the device. */

export const factorStep = lazyModule(async () => (await import('./factors/factor-step.tsx')).FactorStep)

export const factorsCard = lazyModule(async () => (await import('./factors/factors-card.tsx')).FactorsCard)
