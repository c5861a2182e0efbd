import type { FieldErrors } from '../../contract/envelope.ts'

/**
 * 'network': no answer came, so the server may or may not have acted. 'timeout': the same after the deadline.
 * 'http': the server refused, or its answer was unreadable.
 */
type Kind = 'network' | 'timeout' | 'http'

type Details = {
  status?: number
  code?: string
  message?: string
  errors?: FieldErrors
  data?: unknown
  retryAfterMs?: number
}

/** Thrown by every failing call of `src/api`. */
export class ApiError extends Error {
  readonly kind: Kind
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Stable error code (contract/envelope.ts). */
  readonly code: string | undefined
  readonly serverMessage: string | undefined
  /** Sentences by wire name of the field. */
  readonly errors: FieldErrors
  /** The current state after a conflict; not parsed yet. */
  readonly data: unknown
  /** After how many milliseconds the server asked to retry. */
  readonly retryAfterMs: number | undefined

  constructor(kind: Kind, { status = 0, code, message, errors = {}, data, retryAfterMs }: Details = {}) {
    super(message ?? `${kind} ${status}`)
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.code = code
    this.serverMessage = message
    this.errors = errors
    this.data = data
    this.retryAfterMs = retryAfterMs
  }

  /**
   * Whether the server certainly did not act: it refused. Otherwise (no answer, a server error, a proxy's error page) it
   * may have acted. It says nothing about earlier calls with the same content (features/booking/state/idempotency.ts).
   */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408
  }
}
