import { loadTexts } from '../../i18n/i18n.ts'
import { lazyModule } from '../../ui/lazy/lazy-module.ts'

/** Steps 2 to 4 with everything they need: not part of the first load, fetched at the first sign of life. */
export const stepsTwoToFour = lazyModule(async () => {
  // What is said in the end is there with them: by then the line may be gone.
  const [steps] = await Promise.all([import('./steps-two-to-four.tsx'), loadTexts('later')])
  return steps
})

/** The way of registered patients through step 1, with its texts. */
export const verification = lazyModule(async () => {
  const [{ Verification }] = await Promise.all([
    import('./verify/verification.tsx'),
    loadTexts('verify'),
    loadTexts('later'),
  ])
  return { Verification }
})
