import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import * as v from 'valibot'
import { type Notifications, NotificationsAnswer } from '../../contract/notifications.ts'
import type { StoredCall } from '../../contract/seal.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import type { Answered } from './answered.ts'
import { requestContextOf } from './request-context.ts'
import { storedQuery } from './stored-query.ts'

export const notificationQueries = {
  all: () => ['notifications'] as const,
  /** The latest bookings and how many of them are unread. The staff member's id keeps one person's from another's. */
  latest: (staffId: string) =>
    queryOptions({
      ...storedQuery,
      queryKey: [...notificationQueries.all(), staffId],
      queryFn: async (context): Promise<Notifications> => {
        const { data } = await staffCall(NotificationsAnswer, {
          method: 'GET',
          path: '/notifications',
          timeoutMs: LIST_TIMEOUT_MS,
          ...requestContextOf(context),
        })
        return data
      },
    }),
}

/** The query that the bell's answer is for. */
export function notificationsOf(staffId: string, { method, path }: StoredCall, answer: unknown): Answered[] {
  const latest =
    method === 'GET' && path === '/notifications' ? v.safeParse(NotificationsAnswer, answer) : null
  if (!latest?.success) return []
  return [{ queryKey: notificationQueries.latest(staffId).queryKey, data: latest.output.data }]
}

/**
 * 'Mark all as read': what the list shows counts as seen at once, and as unread again when the server could not be
 * told. A booking that came in after the newest one listed stays unread.
 */
export const useMarkNotificationsRead = (staffId: string) =>
  useMutation(markNotificationsRead(useQueryClient(), staffId))

export function markNotificationsRead(client: QueryClient, staffId: string) {
  const { queryKey } = notificationQueries.latest(staffId)
  return mutationOptions({
    mutationFn: async () => {
      const [newest] = client.getQueryData(queryKey)?.items ?? []
      if (!newest) return null
      const { data } = await staffCall(NotificationsAnswer, {
        method: 'POST',
        path: '/notifications/read',
        body: { upTo: newest.createdAt },
        timeoutMs: CHANGE_TIMEOUT_MS,
      })
      return data
    },
    onMutate: async () => {
      // An answer that was asked for before would make them unread again.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, before && seen(before))
      return before
    },
    onSuccess: (after) => {
      if (!after) return
      client.setQueryData(queryKey, after)
      // An answer to the question itself, for the service worker to store.
      void client.invalidateQueries({ queryKey })
    },
    onError: (_error, _nothing, before) => {
      client.setQueryData(queryKey, before)
    },
  })
}

const seen = ({ items }: Notifications): Notifications => ({
  unread: 0,
  items: items.map((item) => ({ ...item, unread: false })),
})
