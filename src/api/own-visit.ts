import { OFFER_BEARER, VISIT_BEARER } from '../../contract/link-tokens.ts'
import {
  type MoveOwnVisit,
  type OwnVisit,
  OwnVisitAnswer,
  type OwnVisitDay,
  OwnVisitTimesAnswer,
} from '../../contract/own-visit.ts'
import { type Claimed, ClaimedAnswer, type FirstOffer, OfferAnswer } from '../../contract/waiting-list.ts'
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
): Promise<OwnVisitDay[]> {
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

/** The time that somebody without a visit was offered. @param token without `OFFER_TOKEN` @throws ApiError; 401: opens nothing */
export async function fetchOffer(token: string, signal: AbortSignal): Promise<FirstOffer> {
  const { data } = await call(OfferAnswer, {
    method: 'GET',
    path: '/offer',
    token: OFFER_BEARER + token,
    timeoutMs: LIST_TIMEOUT_MS,
    signal,
  })
  return data
}

/** Books the time that was offered. @throws ApiError; 409: it is gone */
export async function claimFirstOffer(token: string, offer: string): Promise<Claimed> {
  const { data } = await call(ClaimedAnswer, {
    method: 'POST',
    path: '/offer/claim',
    body: { offer },
    token: OFFER_BEARER + token,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}
