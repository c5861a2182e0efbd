import { queryOptions } from '@tanstack/react-query'
import { OwnSessionsAnswer } from '../../contract/auth.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'

export const ownSessionQueries = {
  all: () => ['own-sessions'] as const,
  /** Sessions of the signed-in person. The id keeps one person's list from another's. */
  list: (staffId: string) =>
    queryOptions({
      queryKey: [...ownSessionQueries.all(), staffId],
      queryFn: async ({ signal }) => {
        const { data } = await staffCall(OwnSessionsAnswer, {
          method: 'GET',
          path: '/auth/sessions',
          timeoutMs: LIST_TIMEOUT_MS,
          signal,
        })
        return data
      },
    }),
}

const end = { method: 'DELETE', timeoutMs: CHANGE_TIMEOUT_MS } as const

/** Ends one of one's own sessions, after a fresh proof. @throws ApiError */
export async function endOwnSession(id: string): Promise<void> {
  await staffCall(DoneAnswer, { ...end, path: `/auth/sessions/${encodeURIComponent(id)}` })
}

/** Ends all of them, this one too, after a fresh proof. @throws ApiError */
export async function endAllSessions(): Promise<void> {
  await staffCall(DoneAnswer, { ...end, path: '/auth/sessions' })
}
