import { queryOptions } from '@tanstack/react-query'
import { AppointmentsAnswer, type AppointmentsPage } from '../../contract/appointments.ts'
import { PAGE_SIZE } from '../../contract/lists.ts'
import { staffCall } from '../session/staff-call.ts'
import { LIST_TIMEOUT_MS } from './client.ts'
import { listQuery } from './list-query.ts'

export type AppointmentFilter = {
  /** Code of a location, or 'all'. */
  location: string
  /** What is searched for; null: nothing. Often a patient's name, so it travels in the body and never in an address. */
  search: string | null
  /** From 1. */
  page: number
}

export const appointmentQueries = {
  all: () => ['appointments'] as const,
  /** One page of the appointments, upcoming ones first. The staff member's id keeps one person's rows from another's. */
  list: (staffId: string, { location, search, page }: AppointmentFilter) => {
    const question = JSON.stringify([staffId, location, search])
    return queryOptions({
      ...listQuery,
      queryKey: [...appointmentQueries.all(), question, page],
      queryFn: ({ signal }): Promise<AppointmentsPage> =>
        staffCall(AppointmentsAnswer, {
          method: 'POST',
          path: `/appointments/${encodeURIComponent(location)}?status=&page=${page}&limit=${PAGE_SIZE}`,
          body: search === null ? {} : { search },
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        }),
      // A page stays until the next one is there, but never under another question.
      placeholderData: (shown, asked) => (asked?.queryKey[1] === question ? shown : undefined),
    })
  },
}
