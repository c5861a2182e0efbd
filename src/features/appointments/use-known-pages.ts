import { useQueryClient } from '@tanstack/react-query'
import type { AppointmentsPage } from '../../../contract/appointments.ts'
import { type AppointmentFilter, appointmentQueries } from '../../api/appointments-list.ts'

/** How many pages there are under a filter, by those that have been fetched; 0: none has been. */
export function useKnownPages(staffId: string, filter: AppointmentFilter): number {
  const pages = useQueryClient().getQueriesData<AppointmentsPage>({
    queryKey: appointmentQueries.pages(staffId, filter),
  })
  return Math.max(0, ...pages.map(([, page]) => page?.paging.totalPages ?? 0))
}
