import type { DayAvailability } from '../../contract/availability.ts'
import {
  type MoveOwnVisit,
  type OwnVisit,
  OwnVisitAnswer,
  OwnVisitTimesAnswer,
  VISIT_BEARER,
} from '../../contract/own-visit.ts'
import { CHANGE_TIMEOUT_MS, call, LIST_TIMEOUT_MS } from '../http/client.ts'

/* A visit by its own link. Nothing of it is cached. */

/** @param token of the link @throws ApiError; 401: the link opens nothing */
export async function fetchOwnVisit(token: string, signal: AbortSignal): Promise<OwnVisit> {
  const { data } = await call(OwnVisitAnswer, {
    method: 'GET',
    path: '/visit',
    token: VISIT_BEARER + token,
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
  })
  return data
}

/** Days from one to another, 'YYYY-MM-DD' in clinic time, with the times it could be moved to. @throws ApiError */
export async function fetchOwnVisitTimes(
  token: string,
  days: { from: string; to: string },
  signal: AbortSignal,
): Promise<DayAvailability[]> {
  const { data } = await call(OwnVisitTimesAnswer, {
    method: 'GET',
    path: `/visit/times?${new URLSearchParams(days)}`,
    token: VISIT_BEARER + token,
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
  })
  return data
}

export type OwnVisitChange =
  | { to: 'confirm' | 'keep' | 'call-me' }
  | { to: 'cancel'; reason: string }
  /** @param key the same for each try of the same move */
  | { to: 'move'; slot: MoveOwnVisit; key: string }

/** @returns the visit as it is then @throws ApiError; `data` of a 409 is the visit, where the change came too late */
export async function changeOwnVisit(token: string, change: OwnVisitChange): Promise<OwnVisit> {
  const { data } = await call(OwnVisitAnswer, {
    method: 'POST',
    path: `/visit/${change.to}`,
    ...(change.to === 'cancel' && { body: { reason: change.reason } }),
    ...(change.to === 'move' && { body: change.slot, headers: { 'Idempotency-Key': change.key } }),
    token: VISIT_BEARER + token,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}
