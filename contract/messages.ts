import * as v from 'valibot'
import { answerOf } from './envelope.ts'
import type { FieldMessage } from './fields.ts'

/**
 * A message to a patient. `at`: when it was sent or given up, or is due. `contact`: the notice to a contact that the
 * desk has corrected. `refused`: by the other side, for good; `failed`: given up after many retries; `unknown`: an SMS
 * that may have arrived; `no_contact`: no address; `no_gateway`: a number alone, without an SMS gateway; `none`: no
 * content left by the time it was due.
 */
export const Message = v.object({
  at: v.string(),
  kind: v.picklist([
    'confirmation',
    'cancellation',
    'change',
    'reminder',
    'closure',
    'stands',
    'late',
    'offer',
    'recall',
    'reply',
    'code',
    'contact',
  ]),
  outcome: v.picklist([
    'waiting',
    'sent',
    'refused',
    'failed',
    'unknown',
    'no_contact',
    'no_gateway',
    'none',
  ]),
})
export type Message = v.InferOutput<typeof Message>

/** An SMS was taken; its processing stays unmentioned. */
export const TakenAnswer = answerOf(v.object({ taken: v.literal(true) }))

const invalid: FieldMessage = 'invalid'

/** The token of a mail's link; anything else is an invalid link, which is not the reader's mistake. */
export const UnsubscribeLink = v.object({ token: v.pipe(v.string(invalid), v.maxLength(2_000, invalid)) })

/**
 * POST /unsubscribe/{token}: the request of mail programs (RFC 8058), and the two buttons of the page at the same
 * address. Without a value it is the press in a mail program.
 */
export const Unsubscribe = v.object({
  'List-Unsubscribe': v.optional(v.picklist(['One-Click', 'Resume'], invalid), 'One-Click'),
})
