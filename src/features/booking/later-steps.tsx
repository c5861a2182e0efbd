import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { APPOINTMENT_TYPES } from '../../../domain/clinic.ts'
import { availabilityQueries } from '../../api/availability.ts'
import { doctorQueries } from '../../api/doctors.ts'
import { serviceQueries } from '../../api/services.ts'
import { clock } from '../../clock.ts'
import { queryClient } from '../../offline/query-client.ts'
import { QueryProvider } from '../../offline/query-provider.tsx'
import { patientToken } from '../../session/patient-token.ts'
import { useMessages } from '../../ui/messages.ts'
import { BookedNote } from './confirmation/booked.tsx'
import { ConfirmationStep } from './confirmation/confirmation-step.tsx'
import { DetailsStep } from './details/details-step.tsx'
import { monthQuestions } from './details/month-questions.ts'
import { PatientCard } from './personal/patient-card.tsx'
import { PersonalStep } from './personal/personal-step.tsx'
import { useBookedElsewhere } from './state/booked-elsewhere.ts'
import { bookingAtom } from './state/booking-atom.ts'
import type { BookingField } from './state/booking-form.ts'
import type { BookingAction, BookingErrors, BookingState } from './state/booking-state.ts'
import { findErrors } from './state/form-errors.ts'
import { checkVerification, leavePatient } from './state/patient-session.ts'
import { missingFields, type Step, stepsToCheck } from './state/steps.ts'

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
      // Missing times are no mistake while offline: their place in the form says when they come.
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

/**
 * Interval of checks whether the patient's half hour is over, in milliseconds; the page has no clock of it.
 */
const CHECK_MS = 5 * 60_000

/** Notices that a verification has ended while the page is open, and when it is looked at again. */
function usePatientSession(): void {
  const store = useStore()
  const { t } = useTranslation('booking')
  const { notify } = useMessages()
  const isVerified = useAtomValue(bookingAtom).patient !== null
  useEffect(() => {
    if (!isVerified) return
    // Somebody has signed in or out in this tab meanwhile, which clears its storage: what is in memory goes as well.
    if (patientToken.read() === null) {
      leavePatient(store)
      return
    }
    const check = async () => {
      if (document.visibilityState === 'hidden') return
      const isOnScreen = store.get(bookingAtom).booked === null
      if ((await checkVerification(store)) && isOnScreen) notify('info', t('validation.ended'))
    }
    const onSign = () => void check()
    const timer = setInterval(onSign, CHECK_MS)
    document.addEventListener('visibilitychange', onSign)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSign)
    }
  }, [isVerified, store, notify, t])
}
