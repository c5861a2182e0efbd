import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiKeysAnswer, type CreateApiKeyWire, CreatedApiKeyAnswer } from '../../contract/api-keys.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { PAGE_SIZE } from '../../contract/lists.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { listQuery } from './list-query.ts'

export const apiKeyQueries = {
  all: () => ['api-keys'] as const,
  /** One page of the keys. The id keeps one admin's list from another's. */
  list: (adminId: string, page: number) =>
    queryOptions({
      ...listQuery,
      queryKey: [...apiKeyQueries.all(), adminId, page],
      queryFn: ({ signal }) =>
        staffCall(ApiKeysAnswer, {
          method: 'GET',
          path: `/api-keys?page=${page}&limit=${PAGE_SIZE}`,
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        }),
      placeholderData: keepPreviousData,
    }),
}

/** Makes a key. @returns it, this once; throws ApiError */
export async function makeApiKey(wanted: CreateApiKeyWire, idempotencyKey: string): Promise<string> {
  const { data } = await staffCall(CreatedApiKeyAnswer, {
    method: 'POST',
    path: '/api-keys',
    headers: { 'Idempotency-Key': idempotencyKey },
    body: wanted,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data.key
}

/** Ends a key at once. Twice does no harm. @throws ApiError */
export async function revokeApiKey(id: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'DELETE',
    path: `/api-keys/${encodeURIComponent(id)}`,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}
