import * as v from 'valibot'
import { IdempotencyKey } from '../../../contract/booking.ts'
import type { BookAtDeskWire } from '../../../contract/desk.ts'
import { SEALED_MS } from '../../../contract/seal-limits.ts'

/*
 * Offline request: an appointment that was taken down without a connection and is not booked yet. It has the key of its
 * booking from the start, so that it is one booking however often and by whomever it is sent.
 */

/** Minimum of a request; the server checks the rest. */
const Body = v.looseObject({
  location: v.string(),
  appointment_date: v.string(),
  start_time: v.string(),
  channel: v.string(),
  patient: v.union([
    v.looseObject({ id: v.string() }),
    v.looseObject({ firstName: v.string(), lastName: v.string() }),
  ]),
})

/** Sealed form of a request. */
const RequestDetails = v.object({
  /** The Idempotency-Key of `body`; another body has another one. */
  key: IdempotencyKey,
  by: v.object({ id: v.string(), name: v.string() }),
  /** Shown name of the patient. */
  name: v.string(),
  phone: v.string(),
  /** As POST /appointments/desk takes it, with a day and a time. */
  body: v.custom<BookAtDeskWire>((value) => v.is(Body, value)),
})
export type RequestDetails = v.InferOutput<typeof RequestDetails>

export type OfflineRequest = RequestDetails & {
  id: string
  number: number
  /** Times of saving and of the first sending, as in device/request-store.ts. */
  at: number
  triedAt: number | null
  version: number
}

/** Details in a decrypted text; null: this version can't read them. */
export function detailsOf(text: string | null): RequestDetails | null {
  try {
    const said = v.safeParse(RequestDetails, JSON.parse(text ?? ''))
    return said.success ? said.output : null
  } catch {
    return null
  }
}

/** How long the server stores the first answer to a key, in milliseconds. */
const FIRST_ANSWER_MS = 24 * 3_600_000

/**
 * State of a request. 'new': to be sent. 'unanswered': sent without an answer; sending it again is still one booking.
 * 'unsure': the same, so long ago that it might become a second one. 'old': may no longer be wanted. The last two are
 * shown and not sent.
 */
export type RequestState = 'new' | 'unanswered' | 'unsure' | 'old'

/** @param now milliseconds since 1970 by the server's clock */
export function stateOf({ at, triedAt }: Pick<OfflineRequest, 'at' | 'triedAt'>, now: number): RequestState {
  if (triedAt !== null && now - triedAt > FIRST_ANSWER_MS) return 'unsure'
  if (now - at > SEALED_MS) return 'old'
  return triedAt === null ? 'new' : 'unanswered'
}

export const maySend = (state: RequestState): boolean => state === 'new' || state === 'unanswered'

/** Locks the details of a request that may be booked already: other details would be another booking. */
export const mayCorrect = (state: RequestState): boolean => state === 'new' || state === 'old'
