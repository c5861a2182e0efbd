import type { BookingAction, BookingErrors, BookingState } from './booking-state.ts'
import { missingFields, type Step, stepsToCheck } from './steps.ts'
import { findErrors } from './validation.ts'

/**
 * Opens a step, or else the first one on the way that isn't filled in properly, with its errors.
 * Going back is always allowed (specification, section 2: 'Navigation').
 * @param onMissing called when a required field is empty
 */
export function openStep(
  target: Step,
  state: Pick<BookingState, 'step' | 'form' | 'patient'>,
  send: (action: BookingAction) => void,
  onMissing: () => void,
): void {
  for (const step of stepsToCheck(state.step, target)) {
    const errors: BookingErrors = findErrors(state.form, step, state.patient)
    if (Object.keys(errors).length > 0) {
      send({ type: 'refused', errors })
      if (missingFields(state.form, step, state.patient).length > 0) onMissing()
      return
    }
  }
  send({ type: 'opened', step: target })
}
