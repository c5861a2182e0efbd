import type { Appointment } from '../../../contract/appointments.ts'
import { bookAtDesk, type DeskConflict, deskConflict } from '../../api/desk.ts'
import { clock } from '../../clock.ts'
import { ApiError } from '../../http/api-error.ts'
import { maySend, type OfflineRequest, stateOf } from './request.ts'
import { forgetRequests, markTried } from './requests.ts'

/**
 * Result of sending a request. 'unanswered': unknown, and it can be sent again. 'gone': sent by another tab.
 */
export type Sent =
  | { kind: 'booked'; row: Appointment }
  | { kind: 'conflict'; conflict: DeskConflict }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unanswered'; error: unknown }
  | { kind: 'gone' }

/**
 * Books a request in the name of who is signed in, with who saved it. A booked request is deleted; any other stays.
 */
export async function sendRequest(request: OfflineRequest): Promise<Sent> {
  const at = clock.now().getTime()
  if (!maySend(stateOf(request, at))) return { kind: 'gone' }
  const isFirst = request.triedAt === null
  let sending = request
  try {
    // Before it is sent: the page may be closed before the answer.
    const now = isFirst ? await markTried(request, at) : request
    if (!now) return { kind: 'gone' }
    sending = now
    const row = await bookAtDesk({ ...now.body, notedBy: now.by.id }, now.key)
    // What stays for lack of a database is the same booking when it is sent again.
    await forgetRequests([now.id]).catch(() => {})
    return { kind: 'booked', row }
  } catch (error) {
    const isRefused = error instanceof ApiError && error.isRefusal
    if (error instanceof ApiError && !isRefused) return { kind: 'unanswered', error }
    const conflict = deskConflict(error)
    // The server reports a conflict only after it found no first answer; other refusals say nothing of an earlier
    // attempt.
    if (conflict || (isFirst && isRefused)) await markTried(sending, null)
    return conflict ? { kind: 'conflict', conflict } : { kind: 'refused', error }
  }
}

/**
 * Sends requests one after the other, in the order of their numbers.
 * @param onSent called with the result of each
 * @returns whether all were sent: it stops when the connection fails
 */
export async function sendRequests(
  requests: readonly OfflineRequest[],
  onSent: (request: OfflineRequest, sent: Sent) => void,
): Promise<boolean> {
  for (const request of requests) {
    const sent = await sendRequest(request)
    onSent(request, sent)
    if (sent.kind === 'unanswered') return false
  }
  return true
}
