import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { clinic } from '../../clinic.ts'
import { QueryProvider } from '../../offline/query-provider.tsx'
import { useBookedElsewhere } from './booked-elsewhere.ts'
import { bookingAtom } from './booking-atom.ts'
import { fieldId } from './booking-form.ts'
import { type BookingAction, type BookingState, reduceBooking } from './booking-state.ts'
import { BookedNote } from './confirmation/booked.tsx'
import { ConfirmationStep } from './confirmation/confirmation-step.tsx'
import { DetailsStep } from './details/details-step.tsx'
import { TAKEN_ID } from './details/taken-id.ts'
import { clearDraft, saveDraft } from './draft.ts'
import { verified } from './patient-form.ts'
import { PersonalStep } from './personal/personal-step.tsx'
import type { Step } from './steps.ts'
import { usePatientSession } from './use-patient-session.ts'

export { saveDraft } from './draft.ts'
export { takeOver } from './early/take-over.tsx'
export { openStep } from './open-step.ts'
export { restoreBooking } from './patient-session.ts'

const RESTART: BookingAction = { type: 'restarted', offeredLocations: clinic.offeredLocations }

/** Steps 2 to 4 and the booked state, with what only they need: a chunk of its own. */
export function StepsTwoToFour({ onOpen }: { onOpen: (step: Step) => void }) {
  const state = useAtomValue(bookingAtom)
  useStoredDraft(state)
  useFocus(state.focus)
  useBookedElsewhere()
  usePatientSession()
  return <QueryProvider>{stepOf(state, onOpen)}</QueryProvider>
}

function stepOf(state: BookingState, onOpen: (step: Step) => void) {
  if (state.booked) return <BookedNote appointment={state.booked} />
  switch (state.step) {
    case 3:
      return <DetailsStep onOpen={onOpen} />
    case 4:
      return <ConfirmationStep onOpen={onOpen} />
    default:
      return <PersonalStep onOpen={onOpen} />
  }
}

function useStoredDraft(state: BookingState) {
  useEffect(() => {
    if (!state.booked) saveDraft(state)
    // A verified patient stays one: what a reload finds is the start of another booking.
    else if (state.patient) saveDraft([RESTART, verified(state.patient)].reduce(reduceBooking, state))
    else clearDraft()
  }, [state])
}

/**
 * Takes the focus where the state wants it; headings see to themselves. Not left to `useForm`: the first wrong field may
 * stand on another step, which is opened for it.
 */
function useFocus(focus: BookingState['focus']) {
  useEffect(() => {
    if (!focus || focus.on === 'heading') return
    const element = document.getElementById(focus.on === 'taken' ? TAKEN_ID : fieldId(focus.on))
    element?.focus({ preventScroll: true })
    // The middle of the screen: the field's label and its message are seen with it.
    element?.scrollIntoView({ block: 'center' })
  }, [focus])
}
