import {
  CLOSURE_VISITS,
  type CloseChairWire,
  type Closure,
  ClosureAnswer,
  QueuedMessagesAnswer,
} from '../../contract/closures.ts'
import { DoneAnswer } from '../../contract/envelope.ts'
import { CHANGE_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'

/** Closes a chair or a location for a while today, once per key. @throws ApiError; complaints about fields are in its `errors` */
export async function closeChair(body: CloseChairWire, key: string): Promise<Closure> {
  const { data } = await staffCall(ClosureAnswer, {
    method: 'POST',
    path: '/closures',
    headers: { 'Idempotency-Key': key },
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
 * Sends patients the links to their visits under a blocker, each once, in as many calls as it takes.
 * @param onTold gets how many get one so far
 * @returns the visits whose patients get one: fewer where a call failed @throws ApiError where the first one does
 */
export async function sendLinks(
  blockerId: string,
  ids: readonly string[],
  onTold: (told: number) => void = () => {},
  send: typeof sendPortion = sendPortion,
): Promise<string[]> {
  const told: string[] = []
  for (let at = 0; at < ids.length; at += CLOSURE_VISITS) {
    try {
      told.push(...(await send(blockerId, ids.slice(at, at + CLOSURE_VISITS))))
    } catch (error) {
      if (at === 0) throw error
      break
    }
    onTold(told.length)
  }
  return told
}

async function sendPortion(blockerId: string, ids: readonly string[]): Promise<string[]> {
  const { data } = await staffCall(QueuedMessagesAnswer, {
    method: 'POST',
    path: `/closures/${encodeURIComponent(blockerId)}/messages`,
    body: { ids },
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data.ids
}
