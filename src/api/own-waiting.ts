import { OwnWaitingAnswer, type WaitForOwnFirstWire } from '../../contract/waiting-list.ts'
import { CHANGE_TIMEOUT_MS, call } from '../http/client.ts'

/** Has a verified patient wait for a first visit. @param token the patient's @throws ApiError */
export async function waitForTime(token: string, body: WaitForOwnFirstWire): Promise<void> {
  await call(OwnWaitingAnswer, {
    method: 'POST',
    path: '/waiting-list/me',
    token,
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}
