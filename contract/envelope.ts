import * as v from 'valibot'

/** Stable words by which the page chooses its own wording; an answer's `message` is for people. */
export const ERROR_CODES = [
  'invalid_input',
  'unauthorized',
  'forbidden',
  'not_found',
  'slot_taken',
  'key_reused',
  'too_many_requests',
  'body_too_large',
  'busy',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** Wrong fields of a request: wire name -> sentence for the person who typed it. */
export type FieldErrors = Record<string, string>

/** What every failing call answers. */
export const Failure = v.object({
  success: v.literal(false),
  message: v.string(),
  code: v.picklist(ERROR_CODES),
  errors: v.optional(v.record(v.string(), v.string())),
})
export type Failure = v.InferOutput<typeof Failure>

/** The envelope of a successful answer that carries `data`. */
export function answerOf<const T extends v.GenericSchema>(data: T) {
  return v.object({ success: v.literal(true), message: v.optional(v.string()), data })
}
