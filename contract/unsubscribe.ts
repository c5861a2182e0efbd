import * as v from 'valibot'
import type { FieldMessage } from './fields.ts'

const invalid: FieldMessage = 'invalid'

/** The token of a mail's link; anything else is an invalid link, which is not the reader's mistake. */
export const UnsubscribeLink = v.object({ token: v.pipe(v.string(invalid), v.maxLength(2_000, invalid)) })

/**
 * POST /unsubscribe/{token}: what mail programs send (RFC 8058), and the two buttons of the page at the same address.
 * Without a word it is the press in a mail program.
 */
export const Unsubscribe = v.object({
  'List-Unsubscribe': v.optional(v.picklist(['One-Click', 'Resume'], invalid), 'One-Click'),
})
