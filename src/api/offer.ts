import { OFFER_BEARER } from '../../contract/link-tokens.ts'
import { type ClaimedSlot, ClaimedSlotAnswer, type FirstOffer, OfferAnswer } from '../../contract/offer.ts'
import { CHANGE_TIMEOUT_MS, call, LIST_TIMEOUT_MS } from '../http/client.ts'

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
export async function claimFirstOffer(token: string, offer: string): Promise<ClaimedSlot> {
  const { data } = await call(ClaimedSlotAnswer, {
    method: 'POST',
    path: '/offer/claim',
    body: { offer },
    token: OFFER_BEARER + token,
    timeoutMs: CHANGE_TIMEOUT_MS,
  })
  return data
}
