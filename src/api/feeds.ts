import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { DoneAnswer } from '../../contract/envelope.ts'
import { CreatedFeedAnswer, type CreateFeedWire, FeedsAnswer } from '../../contract/feeds.ts'
import { PAGE_SIZE } from '../../contract/lists.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { listQuery } from './list-query.ts'

export const feedQueries = {
  all: () => ['feeds'] as const,
  /** One page of the calendar feeds. The id keeps one person's list from another's. */
  list: (staffId: string, page: number) =>
    queryOptions({
      ...listQuery,
      queryKey: [...feedQueries.all(), staffId, page],
      queryFn: ({ signal }) =>
        staffCall(FeedsAnswer, {
          method: 'GET',
          path: `/feeds?page=${page}&limit=${PAGE_SIZE}`,
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        }),
      placeholderData: keepPreviousData,
    }),
}

/** @returns the address without its origin, this once; throws ApiError */
export async function makeFeed(wanted: CreateFeedWire, key: string): Promise<{ id: string; path: string }> {
  const { data } = await staffCall(CreatedFeedAnswer, {
    method: 'POST',
    path: '/feeds',
    headers: { 'Idempotency-Key': key },
    body: wanted,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** Revokes a feed: its address opens nothing. Throws ApiError. */
export async function revokeFeed(id: string): Promise<void> {
  await staffCall(DoneAnswer, { method: 'DELETE', path: `/feeds/${id}`, timeoutMs: CHANGE_TIMEOUT_MS })
}
