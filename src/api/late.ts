import { QueuedMessagesAnswer } from '../../contract/closures.ts'
import { type LateVisits, type RunningLate, RunningLateAnswer } from '../../contract/desk.ts'
import { CHANGE_TIMEOUT_MS, LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'

/** Patients to call when a doctor is running late today. Sends nothing. @throws ApiError */
export async function lateVisits(body: RunningLate, signal: AbortSignal): Promise<LateVisits> {
  const { data } = await staffCall(RunningLateAnswer, {
    method: 'POST',
    path: '/appointments/late',
    body,
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
  })
  return data
}

/** Sends some of them the text, each once. @returns the visits whose patients get it @throws ApiError */
export async function tellLate(body: RunningLate, ids: readonly string[]): Promise<string[]> {
  const { data } = await staffCall(QueuedMessagesAnswer, {
    method: 'POST',
    path: '/appointments/late/messages',
    body: { ...body, ids },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data.ids
}
