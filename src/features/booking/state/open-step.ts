import { availabilityQueries } from '../../../api/availability.ts'
import { queryClient } from '../../../offline/query-client.ts'
import type { BookingField } from './booking-form.ts'
import type { BookingAction, BookingErrors, BookingState } from './booking-state.ts'
import { findErrors } from './form-errors.ts'
import { missingFields, type Step, stepsToCheck } from './steps.ts'

/**
 * Opens a step, or else the first one on the way with missing or wrong fields, with its errors. Going back is always
 * allowed (specification, section 2: 'Navigation').
 * @param onMissing called when a required field is empty: other mistakes are shown at the field alone
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
      const missing = missingFields(state.form, step, state.patient)
      // What nobody can put right now is no mistake: the times' own place says when they come.
      if (missing.length > 0 && !(missing.every(isTime) && noTimesKnown())) onMissing()
      return
    }
  }
  send({ type: 'opened', step: target })
}

const isTime = (field: BookingField) => field === 'date' || field === 'time'

/** Whether a time can't be chosen since none could be fetched: then it is no use to ask for one. */
function noTimesKnown(): boolean {
  const answers = queryClient.getQueriesData({ queryKey: availabilityQueries.all() })
  return !navigator.onLine && answers.every(([, days]) => days === undefined)
}
