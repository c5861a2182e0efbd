import { queryOptions } from '@tanstack/react-query'
import { DoneAnswer } from '../../contract/envelope.ts'
import {
  DeliveriesAnswer,
  SentAnswer,
  type WebhookSecret,
  WebhookSecretAnswer,
  WebhooksAnswer,
} from '../../contract/webhooks.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { listQuery } from './list-query.ts'

/** While something waits to be delivered, the page asks again so often, in milliseconds. */
const WATCH_MS = 2_000

const pathOf = (id: string, part = '') => `/webhooks/${encodeURIComponent(id)}${part}`

export const webhookQueries = {
  all: () => ['webhooks'] as const,
  lists: () => [...webhookQueries.all(), 'list'] as const,
  /** The id keeps one admin's list from another's. */
  list: (adminId: string) =>
    queryOptions({
      ...listQuery,
      queryKey: [...webhookQueries.lists(), adminId],
      queryFn: async ({ signal }) => {
        const path = '/webhooks'
        const asked = { method: 'GET', path, timeoutMs: LIST_TIMEOUT_MS, signal, unattended: true } as const
        return (await staffCall(WebhooksAnswer, asked)).data
      },
      refetchInterval: ({ state }) => state.data?.some(({ waiting }) => waiting > 0) && WATCH_MS,
    }),
  /** The last deliveries to an address. */
  deliveries: (adminId: string, id: string) =>
    queryOptions({
      ...listQuery,
      queryKey: [...webhookQueries.all(), 'deliveries', adminId, id],
      queryFn: async ({ signal }) => {
        const path = pathOf(id, '/deliveries')
        const asked = { method: 'GET', path, timeoutMs: LIST_TIMEOUT_MS, signal, unattended: true } as const
        return (await staffCall(DeliveriesAnswer, asked)).data
      },
      staleTime: 0,
      refetchInterval: ({ state }) => state.data?.some((each) => each.state === 'pending') && WATCH_MS,
    }),
}

/** @returns its secret, which the server says this once; throws ApiError, with `errors.url` for an address that may not be */
export async function addWebhook(url: string, key: string): Promise<WebhookSecret> {
  const body = { url }
  const { data } = await staffCall(WebhookSecretAnswer, {
    method: 'POST',
    path: '/webhooks',
    headers: { 'Idempotency-Key': key },
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** @throws ApiError */
export async function switchWebhook(id: string, isOn: boolean): Promise<void> {
  const body = { isOn }
  await staffCall(DoneAnswer, { method: 'PATCH', path: pathOf(id), body, timeoutMs: CHANGE_TIMEOUT_MS })
}

/** @returns the new secret, this once; throws ApiError */
export async function renewSecret(id: string): Promise<WebhookSecret> {
  const { data } = await staffCall(WebhookSecretAnswer, {
    method: 'POST',
    path: pathOf(id, '/secret'),
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** @throws ApiError */
export async function deleteWebhook(id: string): Promise<void> {
  await staffCall(DoneAnswer, { method: 'DELETE', path: pathOf(id), timeoutMs: CHANGE_TIMEOUT_MS })
}

/** Sends a test event. @returns its id; throws ApiError */
export async function testWebhook(id: string): Promise<string> {
  const path = pathOf(id, '/test')
  const { data } = await staffCall(SentAnswer, { method: 'POST', path, timeoutMs: CHANGE_TIMEOUT_MS })
  return data.event
}

/** Sends an event again, or a queued one now. @throws ApiError */
export async function redeliver(id: string, event: string): Promise<void> {
  const path = pathOf(id, `/deliveries/${encodeURIComponent(event)}/redeliver`)
  await staffCall(SentAnswer, { method: 'POST', path, timeoutMs: CHANGE_TIMEOUT_MS })
}
