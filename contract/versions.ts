import * as v from 'valibot'
import type { FieldMessage } from './fields.ts'

const invalid: FieldMessage = 'invalid'

export const IdParam = v.object({ id: v.pipe(v.string(), v.uuid(invalid)) })

/** `If-Match` of PUT, PATCH and DELETE: the version that was read. Without it the last save wins. */
export const IfMatch = v.object({
  'if-match': v.optional(
    v.pipe(
      v.string(),
      v.regex(/^"?\d{1,9}"?$/, invalid),
      v.transform((text) => Number(text.replaceAll('"', ''))),
    ),
  ),
})
