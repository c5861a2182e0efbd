import type { DayAvailability } from '../../../../contract/availability.ts'
import type { BookingForm } from '../booking-form.ts'
import type { BookingErrors } from '../booking-state.ts'
import type { Step } from '../steps.ts'

/** The steps that are shown before the app is there. */
type EarlyStep = 1 | 2 | 3

/** Step 3 before the app is there (third.ts). */
export type EarlyThird = {
  /** The step's form, once there was something to choose from. */
  element: HTMLElement | null
  /** Shows it in the place of step 2, or step 2 again. */
  show: (isShown: boolean) => void
  /** Next was pressed on step 2. */
  next: () => void
  /** What was chosen and typed there. */
  values: () => Partial<BookingForm>
  /** The free times it shows, and when they were asked for; milliseconds since 1970, this device's. */
  times: { days: readonly DayAvailability[]; at: number } | null
  /** What it says of the fields of step 2. */
  errors: () => BookingErrors
  /** Takes that back: the fields are as they were written. */
  unsay: () => void
  /** What was pressed and only the app can do. */
  pressed: HTMLElement | null
  /** Resolves when the step may be replaced: no press, no key, no composition is halfway, and nobody is typing. */
  atRest: () => Promise<void>
  over: () => void
}

declare global {
  interface Window {
    /** Set by public/early-booking.js, until the app has taken step 2 over. */
    earlyBooking?: {
      step: EarlyStep
      wantsNext: boolean
      /** Goes to a step; the app puts its own way in its place. */
      show: (step: EarlyStep) => void
      /** Shows a step that is in the page, from its top and with the focus in it. */
      turn: (step: EarlyStep) => void
      /** Next of step 2. */
      next: () => void
      /** The parts of step 3 (early-third.tsx), once they are asked for. */
      parts?: XMLHttpRequest
      third?: EarlyThird
      over: () => void
    }
  }
}

/** The element that holds step 2 as the build wrote it (early-host.tsx). */
export const EARLY_STEP_ID = 'early-step'
/** In it the root of the later steps. */
export const LATER_STEPS_ID = 'later-steps'
/** Beside that step 3 as the early script shows it. */
export const EARLY_THIRD_ID = 'early-third'
/** Which step the early script has open instead of the first, on <html>. */
export const EARLY_STEP = 'data-early-step'
/** Next was pressed there, on <html>. */
export const EARLY_NEXT = 'data-early-next'

/** For a button that shows a step before the app is there. */
export const showsEarly = (step: Step) => ({ 'data-early': step })

/** The element with step 2 as it was written, or null where the page is rendered afresh. */
export const earlyStep = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.getElementById(EARLY_STEP_ID)

/** Whether somebody is past step 1 already. */
export const isEarlyShown = (): boolean => (globalThis.window?.earlyBooking?.step ?? 1) > 1

/** Ends the early script's part: nothing in the page listens to it any more. */
export const endEarly = (): void => globalThis.window?.earlyBooking?.over()

/** What the early script set is said by the app's own state from now on. */
export const endEarlyLook = (): void => document.documentElement.removeAttribute(EARLY_STEP)
