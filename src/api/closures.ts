import { type CloseChairWire, type Closure, ClosureAnswer } from '../../contract/closures.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { CHANGE_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'

/** Closes a chair or a location for a while today. @throws ApiError; complaints about fields are in its `errors` */
export async function closeChair(body: CloseChairWire): Promise<Closure> {
  const { data } = await staffCall(ClosureAnswer, {
    method: 'POST',
    path: '/closures',
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** Takes a closure back, within ten minutes. @throws ApiError */
export async function takeBackClosure(id: string): Promise<void> {
  await staffCall(DoneAnswer, {
    method: 'DELETE',
    path: `/closures/${encodeURIComponent(id)}`,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}
