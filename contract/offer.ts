import * as v from 'valibot'
import { answerOf } from './envelope.ts'

export const Doctor = v.object({ id: v.string(), name: v.string() })

/**
 * A freed slot, offered to a person on the waiting list. It is not reserved: the first to press gets it. `until` is the
 * end of the offer; both are instants with offset.
 */
export const Offer = v.object({
  id: v.string(),
  appointment_date: v.string(),
  doctor: Doctor,
  until: v.string(),
})
export type Offer = v.InferOutput<typeof Offer>

/** GET /offer, with the token of an offer to a person without an appointment: `offer` null: gone, or it was taken. */
const FirstOffer = v.object({
  location: v.string(),
  place: v.string(),
  phone: v.nullable(v.string()),
  offer: v.nullable(Offer),
})
export type FirstOffer = v.InferOutput<typeof FirstOffer>
export const OfferAnswer = answerOf(FirstOffer)

export const ClaimedSlot = v.object({ appointment_date: v.string(), doctor: Doctor, reference: v.string() })
export type ClaimedSlot = v.InferOutput<typeof ClaimedSlot>
export const ClaimedSlotAnswer = answerOf(ClaimedSlot)
