import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Appointment } from '../../../../contract/appointments.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'

/**
 * The appointments of some days by one question. Without an answer to it, what is known of each of the days alone will do:
 * days are prefetched for reading without a connection.
 */
export function useWeekRows(staffId: string, location: string, days: readonly string[]) {
  const client = useQueryClient()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const query = useQuery(appointmentQueries.range(staffId, { location, from, to }))
  if (query.data) return query
  const known = days.map((day) =>
    client.getQueryState<{ data: Appointment[] }>(
      appointmentQueries.day(staffId, { location, day }).queryKey,
    ),
  )
  if (!known.every((state) => state?.data)) return query
  return {
    ...query,
    data: { data: known.flatMap((state) => state?.data?.data ?? []) },
    dataUpdatedAt: Math.min(...known.map((state) => state?.dataUpdatedAt ?? 0)),
  }
}
