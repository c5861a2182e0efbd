import { queryOptions } from '@tanstack/react-query'
import { LIST_LIMIT } from '../../contract/lists.ts'
import { WaitingAnswer, type WaitingEntry } from '../../contract/waiting-list.ts'
import { LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { appointmentQueries } from './appointments-list.ts'
import { listQuery } from './list-query.ts'
import { requestContextOf } from './request-context.ts'

/** Offers end by themselves, so the list is asked for again after so long. */
const AGAIN_MS = 60_000

/**
 * Waiting list of a location, or of all own locations ('all'), longest wait first. Not stored on a device.
 */
export const waitingQueries = {
  list: (staffId: string, location: string) =>
    queryOptions({
      ...listQuery,
      refetchInterval: AGAIN_MS,
      queryKey: [...waitingKey(staffId), location],
      queryFn: async (context): Promise<{ entries: WaitingEntry[]; total: number }> => {
        const { data, paging } = await staffCall(WaitingAnswer, {
          method: 'GET',
          path: `/waiting-list?${new URLSearchParams({ location, limit: String(LIST_LIMIT) })}`,
          timeoutMs: LIST_TIMEOUT_MS,
          ...requestContextOf(context),
        })
        return { entries: data, total: paging.total }
      },
    }),
}

/** Queries of all locations; fetched again after each change of an appointment. */
const waitingKey = (staffId: string) => [...appointmentQueries.all(), 'waiting', staffId] as const
