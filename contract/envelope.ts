import * as v from 'valibot'

/** Stable codes from which the page chooses its own text; an answer's `message` is for people. */
export const ERROR_CODES = [
  'invalid_input',
  'unauthorized',
  'locked',
  'wrong_credentials',
  'forbidden',
  'fresh_proof_required',
  'full_sign_in_required',
  'not_found',
  'slot_taken',
  'same_person_same_time',
  'key_reused',
  'stale_version',
  'already_cancelled',
  'already_begun',
  'visit_state',
  'override_needed',
  'link_spent',
  'code_wrong',
  'file_invalid',
  'already_staff',
  'username_taken',
  'last_admin',
  'last_factor',
  'too_many_rows',
  'too_many_requests',
  'proof_required',
  'body_too_large',
  'busy',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** Wire name -> sentence for the person who typed it. */
export type FieldErrors = Record<string, string>

export const Failure = v.object({
  success: v.literal(false),
  message: v.string(),
  code: v.picklist(ERROR_CODES),
  errors: v.optional(v.record(v.string(), v.string())),
  /** The current state, when a call conflicted with it. */
  data: v.optional(v.unknown()),
})
export type Failure = v.InferOutput<typeof Failure>

export function answerOf<const T extends v.GenericSchema>(data: T) {
  return v.object({ success: v.literal(true), message: v.optional(v.string()), data })
}

/** Pages count from 1. */
export const Paging = v.object({
  page: v.number(),
  limit: v.number(),
  total: v.number(),
  totalPages: v.number(),
})
export type Paging = v.InferOutput<typeof Paging>

export function pageOf<const T extends v.GenericSchema>(item: T) {
  return v.object({
    success: v.literal(true),
    message: v.optional(v.string()),
    data: v.array(item),
    paging: Paging,
  })
}

/** A success without data. */
export const DoneAnswer = v.object({ success: v.literal(true), message: v.string() })
