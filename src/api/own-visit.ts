import { VISIT_BEARER } from '../../contract/link-tokens.ts'
import { type OwnVisit, OwnVisitAnswer } from '../../contract/own-visit.ts'
import type { MoveOwnVisit } from '../../contract/own-visit-calls.ts'
import { CHANGE_TIMEOUT_MS, call, LIST_TIMEOUT_MS } from '../http/client.ts'

/* A visit by its own link. Nothing of it is cached. */

/** @param token of the link @throws ApiError; 401: the link opens nothing */
export async function fetchOwnVisit(token: string, signal?: AbortSignal): Promise<OwnVisit> {
  const { data } = await call(OwnVisitAnswer, {
    method: 'GET',
    path: '/visit',
    token: VISIT_BEARER + token,
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
    made: takeEarly(token),
  })
  return data
}

/** The call that the page made before the app was there (public/early-visit.js), once. */
function takeEarly(token: string): Promise<Response> | undefined {
  const early = window.earlyVisit
  window.earlyVisit = undefined
  return early?.token === token ? early.answer : undefined
}

export type OwnVisitChange =
  | { to: 'confirm' | 'keep' | 'call-me' }
  | { to: 'cancel'; reason: string }
  /** Waits for an earlier time, or no longer. */
  | { to: 'wait' | 'wait-no-more' }
  | { to: 'claim'; offer: string }
  /** @param key the same for each try of the same move */
  | { to: 'move'; slot: MoveOwnVisit; key: string }

const WAITING: Partial<Record<OwnVisitChange['to'], string>> = {
  wait: 'waiting-list',
  'wait-no-more': 'waiting-list',
}

/** @returns the visit as it is then @throws ApiError; `data` of a 409 is the visit, where the change came too late */
export async function changeOwnVisit(token: string, change: OwnVisitChange): Promise<OwnVisit> {
  const { data } = await call(OwnVisitAnswer, {
    method: change.to === 'wait-no-more' ? 'DELETE' : 'POST',
    path: `/visit/${WAITING[change.to] ?? change.to}`,
    ...(change.to === 'claim' && { body: { offer: change.offer } }),
    ...(change.to === 'cancel' && { body: { reason: change.reason } }),
    ...(change.to === 'move' && { body: change.slot, headers: { 'Idempotency-Key': change.key } }),
    token: VISIT_BEARER + token,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}
