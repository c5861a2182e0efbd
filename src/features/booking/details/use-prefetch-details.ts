import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { APPOINTMENT_TYPES } from '../../../../domain/clinic.ts'
import { availabilityQueries } from '../../../api/availability.ts'
import { doctorQueries } from '../../../api/doctors.ts'
import { serviceQueries } from '../../../api/services.ts'
import { clock } from '../../../clock.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import { monthQuestions } from './month-questions.ts'

/** Fetches what step 3 will show while step 2 is being filled in: free times and lists. */
export function usePrefetchDetails() {
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
