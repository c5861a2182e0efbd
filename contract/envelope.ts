import * as v from 'valibot'

/** Stable words by which the page chooses its own wording; an answer's `message` is for people. */
export const ERROR_CODES = [
  'invalid_input',
  'unauthorized',
  'wrong_credentials',
  'forbidden',
  'not_found',
  'slot_taken',
  'key_reused',
  'stale_version',
  'already_cancelled',
  'already_begun',
  'link_spent',
  'code_wrong',
  'file_invalid',
  'already_staff',
  'username_taken',
  'last_admin',
  'too_many_rows',
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
  /** What is true now, where a call was in conflict with it. */
  data: v.optional(v.unknown()),
})
export type Failure = v.InferOutput<typeof Failure>

/** The envelope of a successful answer that carries `data`. */
export function answerOf<const T extends v.GenericSchema>(data: T) {
  return v.object({ success: v.literal(true), message: v.optional(v.string()), data })
}

/** Where a page of a list stands: pages count from 1. */
export const Paging = v.object({
  page: v.number(),
  limit: v.number(),
  total: v.number(),
  totalPages: v.number(),
})
export type Paging = v.InferOutput<typeof Paging>

/** The envelope of one page of a list. */
export function pageOf<const T extends v.GenericSchema>(item: T) {
  return v.object({
    success: v.literal(true),
    message: v.optional(v.string()),
    data: v.array(item),
    paging: Paging,
  })
}

/** A successful answer that says it in words alone. */
export const DoneAnswer = v.object({ success: v.literal(true), message: v.string() })
