import { queryOptions } from '@tanstack/react-query'
import { AvailabilityAnswer } from '../../contract/availability.ts'
import { call, LIST_TIMEOUT_MS } from '../http/client.ts'
import { listQuery } from './list-query.ts'

/**
 * After how many milliseconds free times that could not be fetched are asked for again. Soon: a device says that its
 * connection is back some moments before anything goes over it.
 */
const TRY_AGAIN_MS = 4_000

export type AvailabilityQuestion = {
  location: string
  /** Empty: any doctor of the location will do. */
  doctorId: string
  /** Empty: a visit of the usual length, by any of them. */
  serviceId: string
  /** First and last day, both included, 'YYYY-MM-DD' in clinic time; at most 62 days. */
  from: string
  to: string
}

export const availabilityQueries = {
  all: () => ['availability'] as const,
  /** The free slots of each day asked for. Others book meanwhile, so an answer is fresh for half a minute. */
  days: ({ location, doctorId, serviceId, from, to }: AvailabilityQuestion) =>
    queryOptions({
      ...listQuery,
      queryKey: [...availabilityQueries.all(), location, doctorId, serviceId, from, to],
      queryFn: async ({ signal }) => {
        const query = new URLSearchParams({
          location,
          from,
          to,
          ...(doctorId && { doctorId }),
          ...(serviceId && { serviceId }),
        })
        const { data } = await call(AvailabilityAnswer, {
          method: 'GET',
          path: `/availability?${query}`,
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        })
        return data
      },
      staleTime: 30_000,
      // Retries by itself on a bad connection.
      refetchInterval: ({ state }) => state.status === 'error' && TRY_AGAIN_MS,
    }),
}
