import { type LateVisits, type RunningLate, RunningLateAnswer } from '../../contract/desk.ts'
import { LIST_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'

/** Whom to call where a doctor is running late today. Nothing is sent. @throws ApiError */
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
