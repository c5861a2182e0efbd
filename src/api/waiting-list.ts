import { queryOptions } from '@tanstack/react-query'
import { DoneAnswer } from '../../contract/envelope.ts'
import { LIST_LIMIT } from '../../contract/lists.ts'
import {
  type AddWaitingWire,
  RecallAnswer,
  WaitingAnswer,
  type WaitingEntry,
  WaitingEntryAnswer,
} from '../../contract/waiting-list.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { appointmentQueries } from './appointments-list.ts'
import { listQuery } from './list-query.ts'
import { requestContextOf } from './request-context.ts'

/** Offers end by themselves, so the list is asked for again after so long. */
const AGAIN_MS = 60_000

/** Who waits at a location, or at all of one's own ('all'), who has waited longest first. Not stored on a device. */
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

/** Of all locations; asked for again after each change of an appointment. */
const waitingKey = (staffId: string) => [...appointmentQueries.all(), 'waiting', staffId] as const

/** @throws ApiError */
export async function addWaiting(body: AddWaitingWire): Promise<WaitingEntry> {
  const { data } = await staffCall(WaitingEntryAnswer, {
    method: 'POST',
    path: '/waiting-list',
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** @throws ApiError */
export async function removeWaiting(id: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'DELETE',
    path: `/waiting-list/${encodeURIComponent(id)}`,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}

/** Says after how many months the patient of a visit is invited again; null: not at all. @throws ApiError */
export async function setRecall(appointmentId: string, months: number | null): Promise<void> {
  await staffCall(RecallAnswer, {
    method: 'PUT',
    path: `/appointments/${encodeURIComponent(appointmentId)}/recall`,
    body: { months },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}
