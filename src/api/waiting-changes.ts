import { DoneAnswer } from '../../contract/envelope.ts'
import { ClaimedSlotAnswer } from '../../contract/offer.ts'
import {
  type AddWaitingWire,
  type ChangeWaitingWire,
  RecallAnswer,
  type WaitingEntry,
  WaitingEntryAnswer,
} from '../../contract/waiting-list.ts'
import { CHANGE_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'

/* What changes who waits, and who comes again. Apart from the list, which the dashboard begins with. */

/** @throws ApiError */
export async function addWaiting(body: AddWaitingWire, key: string): Promise<WaitingEntry> {
  const { data } = await staffCall(WaitingEntryAnswer, {
    method: 'POST',
    path: '/waiting-list',
    headers: { 'Idempotency-Key': key },
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** Changes what is given. @param version that was read @throws ApiError; `data` of a 409 is the entry as it is by now */
export async function changeWaiting(
  id: string,
  version: number,
  body: ChangeWaitingWire,
): Promise<WaitingEntry> {
  const { data } = await staffCall(WaitingEntryAnswer, {
    method: 'PATCH',
    path: `/waiting-list/${encodeURIComponent(id)}`,
    headers: { 'If-Match': `"${version}"` },
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/**
 * Records a patient's answer on the phone to an offered time: accepted, or passed on to others.
 * @throws ApiError; 409: the time is taken
 */
export async function answerCall(offerId: string, answer: 'taken' | 'declined'): Promise<void> {
  const path = `/waiting-list/calls/${encodeURIComponent(offerId)}/${answer}`
  await staffCall(answer === 'taken' ? ClaimedSlotAnswer : DoneAnswer, {
    method: 'POST',
    path,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
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
