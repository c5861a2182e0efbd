import * as v from 'valibot'

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
