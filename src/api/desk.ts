import * as v from 'valibot'
import { type Appointment, type Overridable, SamePerson, TimeConflict } from '../../contract/appointments.ts'
import {
  type BookAtDeskWire,
  BookedAtDeskAnswer,
  type BookedSeries,
  type BookSeriesWire,
  SeriesAnswer,
} from '../../contract/desk.ts'
import { ApiError } from '../http/api-error.ts'
import { CHANGE_TIMEOUT_MS } from '../http/client.ts'
import { staffCall } from '../session/staff-call.ts'
import { screenHeader } from './screen.ts'

/**
 * Books at the desk. The same key with the same body books once.
 * @returns the appointment; a walk-in without a time is `waiting`
 * @throws ApiError; `deskConflict` reads the conflict from it
 */
export async function bookAtDesk(body: BookAtDeskWire, idempotencyKey: string): Promise<Appointment> {
  const { data } = await staffCall(BookedAtDeskAnswer, {
    method: 'POST',
    path: '/appointments/desk',
    headers: { 'Idempotency-Key': idempotencyKey, ...screenHeader() },
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** Books a series; the same key with the same body books each visit once. @throws ApiError */
export async function bookSeries(body: BookSeriesWire, idempotencyKey: string): Promise<BookedSeries> {
  const { data } = await staffCall(SeriesAnswer, {
    method: 'POST',
    path: '/appointments/desk/series',
    headers: { 'Idempotency-Key': idempotencyKey, ...screenHeader() },
    body,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}

/** Conflict of a booking, and which parts of it a reason overrides; null: none. */
export type DeskConflict = {
  asks: Overridable | null
  conflict: TimeConflict | null
  samePerson: Appointment[]
}

/** Null: it failed for another reason. */
export function deskConflict(error: unknown): DeskConflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const same = v.safeParse(SamePerson, error.data)
  if (same.success) return { asks: 'same_person', conflict: null, samePerson: same.output.samePerson }
  const time = v.safeParse(TimeConflict, error.data)
  if (!time.success) return null
  return { asks: time.output.because ?? null, conflict: time.output, samePerson: [] }
}
