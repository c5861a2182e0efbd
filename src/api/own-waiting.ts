import { OwnWaitingAnswer, type WaitForOwnFirstWire } from '../../contract/waiting-list.ts'
import { CHANGE_TIMEOUT_MS, call } from '../http/client.ts'

/**
 * Puts a verified patient on the waiting list for a first appointment.
 * @param token the patient's
 * @throws ApiError
 */
export async function waitForTime(token: string, body: WaitForOwnFirstWire, key: string): Promise<void> {
  await call(OwnWaitingAnswer, {
    method: 'POST',
    path: '/waiting-list/me',
    headers: { 'Idempotency-Key': key },
    token,
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
}
