import type { ErrorCode, FieldErrors } from '../../../contract/envelope.ts'
import {
  type BlockerFieldMessage,
  type CodeFieldMessage,
  type DeskFieldMessage,
  type FieldMessage,
  fieldSentence,
  type PatientFieldMessage,
  type StaffFieldMessage,
} from '../../../contract/fields.ts'

export const STATUS_OF_CODE = {
  invalid_input: 400,
  unauthorized: 401,
  locked: 401,
  wrong_credentials: 401,
  forbidden: 403,
  fresh_proof_required: 403,
  full_sign_in_required: 403,
  not_found: 404,
  slot_taken: 409,
  same_person_same_time: 409,
  key_reused: 409,
  stale_version: 409,
  already_cancelled: 409,
  already_begun: 409,
  visit_state: 409,
  override_needed: 409,
  link_spent: 400,
  code_wrong: 400,
  file_invalid: 400,
  already_staff: 409,
  username_taken: 409,
  last_admin: 409,
  last_factor: 409,
  too_many_rows: 400,
  body_too_large: 413,
  proof_required: 428,
  too_many_requests: 429,
  internal: 500,
  busy: 503,
  unavailable: 503,
} as const satisfies Record<ErrorCode, number>

/** An expected failure; the app turns it into the envelope. */
export class HttpFailure extends Error {
  readonly code: ErrorCode
  readonly errors: FieldErrors | undefined
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined
  /** The current state, for a conflict; the challenge, where a proof is required. */
  readonly data: unknown

  constructor(
    code: ErrorCode,
    message: string,
    more: { errors?: FieldErrors; retryAfter?: number; data?: unknown } = {},
  ) {
    super(message)
    this.code = code
    this.errors = more.errors
    this.retryAfter = more.retryAfter
    this.data = more.data
  }
}

export const INVALID_INPUT_MESSAGE = 'Please check the highlighted fields.'

/** Wire name -> key of the message. */
export function invalidInput(
  fields: Record<
    string,
    | FieldMessage
    | StaffFieldMessage
    | BlockerFieldMessage
    | DeskFieldMessage
    | CodeFieldMessage
    | PatientFieldMessage
  >,
): HttpFailure {
  const errors = Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, fieldSentence(key)]))
  return new HttpFailure('invalid_input', INVALID_INPUT_MESSAGE, { errors })
}
