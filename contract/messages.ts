import * as v from 'valibot'

/**
 * A message to a patient. `at`: when it was sent or given up, or is due. `contact`: the notice to a contact that the desk has
 * corrected. `refused`: by the other side, for good; `failed`: given up after many tries; `unknown`: an SMS that may have
 * arrived; `no_contact`: there was nowhere to send it; `no_gateway`: there was a number alone, and nobody sends SMS; `none`: by the time it was due there was nothing to say.
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
