import * as v from 'valibot'
import {
  Appointment,
  type ChangeAppointmentWire,
  ChangedAppointmentAnswer,
  TimeConflict,
} from '../../contract/appointments.ts'
import { ApiError } from '../http/api-error.ts'
import { CHANGE_TIMEOUT_MS } from '../http/client.ts'
import { newKey } from '../http/new-key.ts'
import { staffCall } from '../session/staff-call.ts'
import { screenHeader } from './screen.ts'

/**
 * Changes the version of an appointment that was read: confirms, reopens, cancels or moves it, or says what has become of
 * the visit.
 * @param key of this change, the same for each try
 * @returns it as it is now
 * @throws ApiError; `appointmentNow` reads from it what is true when the change was in conflict with that
 */
export async function changeAppointment(
  { id, version }: Pick<Appointment, 'id' | 'version'>,
  change: ChangeAppointmentWire,
  key = newKey(),
): Promise<Appointment> {
  const { data } = await staffCall(ChangedAppointmentAnswer, {
    method: 'PATCH',
    path: `/appointments/${encodeURIComponent(id)}`,
    headers: {
      'If-Match': `"${version}"`,
      // A move that is sent again after a lost answer is the same move.
      ...(change.move && { 'Idempotency-Key': key }),
      ...screenHeader(),
    },
    body: change,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** The appointment as it is, from the answer to a change that came too late; null after any other failure. */
export function appointmentNow(error: unknown): Appointment | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const current = v.safeParse(Appointment, error.data)
  return current.success ? current.output : null
}

/** Reason why a requested time is taken, and free times near it; null after any other failure. */
export function timeConflict(error: unknown): TimeConflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const conflict = v.safeParse(TimeConflict, error.data)
  return conflict.success ? conflict.output : null
}

/** Whether no answer came: for want of a connection, as far as the page can tell. */
export const isUnanswered = (error: unknown) => error instanceof ApiError && error.kind !== 'http'
