import { useAtomValue } from 'jotai'
import { QueryProvider } from '../../offline/query-provider.tsx'
import { BookedNote } from './confirmation/booked.tsx'
import { ConfirmationStep } from './confirmation/confirmation-step.tsx'
import { DetailsStep } from './details/details-step.tsx'
import { usePrefetchDetails } from './details/use-prefetch-details.ts'
import { PatientCard } from './personal/patient-card.tsx'
import { PersonalStep } from './personal/personal-step.tsx'
import { useBookedElsewhere } from './state/booked-elsewhere.ts'
import { bookingAtom } from './state/booking-atom.ts'
import type { BookingState } from './state/booking-state.ts'
import type { Step } from './state/steps.ts'
import { usePatientSession } from './state/use-patient-session.ts'

export { openStep } from './state/open-step.ts'
export { restoreBooking } from './state/patient-session.ts'

type Props = { onOpen: (step: Step) => void }

/** Steps 3 and 4, a verified patient's step 2, and the booked state, with what only they need: a chunk of its own. */
export function LaterSteps({ onOpen }: Props) {
  const state = useAtomValue(bookingAtom)
  return <QueryProvider>{stepOf(state, onOpen)}</QueryProvider>
}

function stepOf(state: BookingState, onOpen: Props['onOpen']) {
  if (state.booked) return <BookedNote appointment={state.booked} />
  switch (state.step) {
    case 3:
      return <DetailsStep onOpen={onOpen} />
    case 4:
      return <ConfirmationStep onOpen={onOpen} />
    default:
      return <PersonalStep onOpen={onOpen} PatientCard={PatientCard} />
  }
}

/** What goes on beside a booking from step 2 on. */
export function BesideBooking() {
  useBookedElsewhere()
  usePatientSession()
  const { step, booked } = useAtomValue(bookingAtom)
  return step === 2 && !booked ? (
    <QueryProvider>
      <PrefetchDetails />
    </QueryProvider>
  ) : null
}

function PrefetchDetails() {
  usePrefetchDetails()
  return null
}
