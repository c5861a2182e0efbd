declare global {
  interface Window {
    /** Set by public/early-booking.js, until the app has taken step 2 over. */
    earlyBooking?: {
      step: 1 | 2
      wantsNext: boolean
      show: (step: 1 | 2) => void
      over: () => void
    }
  }
}

/** The element that holds step 2 as the build wrote it (early-host.tsx). */
export const EARLY_STEP_ID = 'early-step'
/** In it the root of the later steps. */
export const LATER_STEPS_ID = 'later-steps'
/** Which step the early script has open instead of the first, on <html>. */
export const EARLY_STEP = 'data-early-step'
/** Next was pressed there, on <html>. */
export const EARLY_NEXT = 'data-early-next'

/** For a button that shows a step before the app is there. */
export const showsEarly = (step: 1 | 2) => ({ 'data-early': step })

/** The element with step 2 as it was written, or null where the page is rendered afresh. */
export const earlyStep = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.getElementById(EARLY_STEP_ID)

/** Whether somebody is on step 2 already. */
export const isEarlyShown = (): boolean => globalThis.window?.earlyBooking?.step === 2

/** Ends the early script's part: nothing in the page listens to it any more. */
export const endEarly = (): void => globalThis.window?.earlyBooking?.over()

/** What the early script set is said by the app's own state from now on. */
export const endEarlyLook = (): void => document.documentElement.removeAttribute(EARLY_STEP)
