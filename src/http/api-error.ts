import type { FieldErrors } from '../../contract/envelope.ts'
import { messageForRefusal } from '../i18n/wire-messages.ts'

/**
 * How a call failed. 'network': no answer came, so the server may or may not have acted.
 * 'timeout': the same after waiting long enough. 'http': the server refused, or its answer made no sense.
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
  /** The server's stable word for what went wrong (contract/envelope.ts). */
  readonly code: string | undefined
  /** The server's sentence for people. */
  readonly serverMessage: string | undefined
  /** Wrong fields: wire name -> sentence. */
  readonly errors: FieldErrors
  /** What is true now, where the call was in conflict with it; not checked yet. */
  readonly data: unknown
  /** After how many milliseconds the server wants to be asked again, when it said so. */
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
   * Whether the server certainly did not act on this call: it refused. After anything else (no answer, a fault
   * on its side, a proxy's error page) the call may have been carried out all the same. It says nothing about
   * earlier calls with the same content (features/booking/idempotency.ts).
   */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408
  }
}

/**
 * The words for a failed call: the server's message when there is one, else the catalogue's (section 8). In another
 * language than English the page has words of its own for what the server says.
 */
export function messageFor(error: unknown, fallback: string): string {
  return (error instanceof ApiError && messageForRefusal(error)) || fallback
}
