import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { APPOINTMENT_TYPES } from '../../../domain/clinic.ts'
import { availabilityQueries } from '../../api/availability.ts'
import { doctorQueries } from '../../api/doctors.ts'
import { serviceQueries } from '../../api/services.ts'
import { clock } from '../../clock.ts'
import { QueryProvider } from '../../offline/query-provider.tsx'
import { BookedNote } from './confirmation/booked.tsx'
import { ConfirmationStep } from './confirmation/confirmation-step.tsx'
import { DetailsStep } from './details/details-step.tsx'
import { monthQuestions } from './details/month-questions.ts'
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

/** Effects beside a booking from step 2 on. */
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

/** Fetches what step 3 will show while step 2 is being filled in: free times and lists. */
function usePrefetchDetails() {
  const queries = useQueryClient()
  const { location } = useAtomValue(bookingAtom).form
  useEffect(() => {
    // Step 3 itself tries again, and says so, when one of these fails.
    const [month] = monthQuestions({ location, doctorId: '', serviceId: '' }, clock.now())
    if (month) void queries.prefetchQuery(availabilityQueries.days(month.question))
    void queries.prefetchQuery(doctorQueries.list(location))
    for (const type of APPOINTMENT_TYPES) void queries.prefetchQuery(serviceQueries.list(location, type))
  }, [queries, location])
}
