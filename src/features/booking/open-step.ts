import { availabilityQueries } from '../../api/availability.ts'
import { queryClient } from '../../offline/query-client.ts'
import type { MessageKind } from '../../ui/messages.ts'
import type { BookingField } from './booking-form.ts'
import type { BookingAction, BookingErrors, BookingState } from './booking-state.ts'
import { missingFields, type Step, stepsToCheck } from './steps.ts'
import { findErrors } from './validation.ts'

/**
 * Opens a step, or else the first one on the way that isn't filled in properly, with its errors.
 * Going back is always allowed (specification, section 2: 'Navigation').
 * @param onMissing called when a required field is empty, with what to say about it
 */
export function openStep(
  target: Step,
  state: Pick<BookingState, 'step' | 'form' | 'patient'>,
  send: (action: BookingAction) => void,
  onMissing: (kind: MessageKind, words: 'error.missing' | 'slots.offline') => void,
): void {
  for (const step of stepsToCheck(state.step, target)) {
    const errors: BookingErrors = findErrors(state.form, step, state.patient)
    if (Object.keys(errors).length > 0) {
      send({ type: 'refused', errors })
      const missing = missingFields(state.form, step, state.patient)
      if (missing.length === 0) return
      // What nobody can put right now is no mistake.
      if (missing.every(isTime) && noTimesKnown()) onMissing('info', 'slots.offline')
      else onMissing('error', 'error.missing')
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
