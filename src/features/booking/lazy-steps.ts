import { loadClinic } from '../../clinic.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { lazyModule } from '../../ui/lazy/lazy-module.ts'

/**
 * Steps 3 and 4 with everything they need, the clinic's facts among it: not part of the first load, fetched while step 2 is
 * filled in.
 */
export const laterSteps = lazyModule(async () => {
  // What is said in the end is there with them: by then the line may be gone.
  const [{ LaterSteps, BesideBooking, openStep, restoreBooking }] = await Promise.all([
    import('./later-steps.tsx'),
    loadTexts('later'),
    loadClinic(),
  ])
  return { LaterSteps, BesideBooking, openStep, restoreBooking }
})

/** The way of registered patients through step 1, with its texts. */
export const verification = lazyModule(async () => {
  const [{ Verification }] = await Promise.all([
    import('./validation/verification.tsx'),
    loadTexts('verify'),
    loadTexts('later'),
    loadClinic(),
  ])
  return { Verification }
})
