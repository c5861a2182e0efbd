import {
  type CloseChairWire,
  type Closure,
  ClosureAnswer,
  MessagesAskedAnswer,
} from '../../contract/closures.ts'
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

/**
 * Sends patients the links to their visits under a blocker, each once.
 * @returns the visits whose patients get one @throws ApiError
 */
export async function sendLinks(blockerId: string, ids: readonly string[]): Promise<string[]> {
  const { data } = await staffCall(MessagesAskedAnswer, {
    method: 'POST',
    path: `/closures/${encodeURIComponent(blockerId)}/messages`,
    body: { ids },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data.ids
}
