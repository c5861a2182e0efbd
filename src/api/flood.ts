import { queryOptions } from '@tanstack/react-query'
import { FloodAnswer, FloodCancelledAnswer } from '../../contract/flood.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { listQuery } from './list-query.ts'

export const floodQueries = {
  all: () => ['flood'] as const,
  /** Bookings of strangers of the last hours. The id keeps one admin's list from another's. */
  recent: (adminId: string, hours: number) =>
    queryOptions({
      ...listQuery,
      queryKey: [...floodQueries.all(), adminId, hours],
      queryFn: async ({ signal }) => {
        const { data } = await staffCall(FloodAnswer, {
          method: 'GET',
          path: `/flood?hours=${hours}`,
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        })
        return data
      },
    }),
}

/** Cancels online bookings. @returns how many, and how many patients get a message; throws ApiError */
export async function cancelFlood(ids: readonly string[]): Promise<{ cancelled: number; told: number }> {
  const { data } = await staffCall(FloodCancelledAnswer, {
    method: 'POST',
    path: '/flood/cancel',
    body: { ids },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}
