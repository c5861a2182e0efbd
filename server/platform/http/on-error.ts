import type { Context, ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { ErrorCode, Failure } from '../../../contract/envelope.ts'
import { codeOfDatabase, isAway } from '../db/away.ts'
import { throttled } from '../process/throttled.ts'
import { routeOf } from './call-metrics.ts'
import { HttpFailure, INVALID_INPUT_MESSAGE, STATUS_OF_CODE } from './failure.ts'
import { type LogRefusal, refusalLog } from './refusal-log.ts'
import type { SecondTry } from './second-try.ts'

const LOCK_NOT_AVAILABLE = '55P03'
const RETRY_SECONDS = 2
/** Forbidden, too frequent or malformed calls, which the page never makes: in numbers they indicate an attack. */
const REFUSED: ReadonlySet<ErrorCode> = new Set([
  'invalid_input',
  'unauthorized',
  'forbidden',
  'link_spent',
  'file_invalid',
  'body_too_large',
  'too_many_requests',
])
/** Never sent, since the caller is gone. */
const CALLER_GONE = 400

/**
 * Turns every error into the envelope: never a stack trace, never HTML. Where the database was away, a call that may be
 * repeated is tried once more before that.
 */
export function answerFailure(
  log: Logger,
  { secondTry, logRefusal = refusalLog(log) }: { secondTry?: SecondTry; logRefusal?: LogRefusal } = {},
): ErrorHandler {
  const outage = throttled()
  return async (error, c) => {
    // The caller hung up, which is no fault of ours.
    if (c.req.raw.signal.aborted) return c.body(null, CALLER_GONE)
    const again = isAway(error) ? await secondTry?.(c) : undefined
    if (again) return again
    const failure = asHttpFailure(error)
    if (failure.code === 'internal') {
      log.error({ ...describe(error), requestId: c.get('requestId') }, 'request failed')
    }
    // Once a minute of each kind: the requests have their own lines, and an outage fails all of them.
    if (failure.code === 'unavailable') {
      const facts = describe(error)
      outage(`${facts.error} ${facts.code} ${facts.message}`, () => log.error(facts, 'requests fail'))
    }
    if (REFUSED.has(failure.code)) {
      const kind = `${failure.code} ${routeOf(c)}`
      logRefusal({ ...refusalFacts(c), code: failure.code }, { says: 'request refused', kind, level: 'info' })
    }
    const body: Failure = { success: false, message: failure.message, code: failure.code }
    if (failure.errors) body.errors = failure.errors
    const data = failure.data ?? (failure.code === 'forbidden' ? rightsOf(c) : undefined)
    if (data !== undefined) body.data = data
    if (failure.retryAfter !== undefined) c.header('Retry-After', String(failure.retryAfter))
    c.header('Cache-Control', 'no-store')
    return c.json(body, STATUS_OF_CODE[failure.code])
  }
}

/** Tells a page with reduced rights at the first refusal, so that it deletes its stored data. */
function rightsOf(c: Context): { rightsVersion: number; boundTo?: readonly string[] } | undefined {
  const session = c.get('session')
  if (session?.kind !== 'staff') return undefined
  const { rightsVersion, boundTo } = session.staff
  return { rightsVersion, ...(boundTo && { boundTo }) }
}

/** The caller by id, and the call by its declared route: no value that was sent. */
function refusalFacts(c: Context) {
  const [session, key] = [c.get('session'), c.get('apiKey')]
  return {
    requestId: c.get('requestId'),
    method: c.req.method,
    route: routeOf(c),
    ...(session?.kind === 'staff' && { staff: session.staff.id }),
    ...(session?.kind === 'patient' && { patient: session.patientId }),
    ...(key && { key: key.id }),
  }
}

function asHttpFailure(error: Error): HttpFailure {
  if (error instanceof HttpFailure) return error
  if (error instanceof HTTPException && error.status < 500) {
    return new HttpFailure('invalid_input', INVALID_INPUT_MESSAGE, {
      errors: { body: "We couldn't read this request." },
    })
  }
  if (codeOfDatabase(error) === LOCK_NOT_AVAILABLE) {
    return new HttpFailure('busy', "The clinic's server is busy. Please try again.", {
      retryAfter: RETRY_SECONDS,
    })
  }
  if (isAway(error)) {
    return new HttpFailure('unavailable', "We can't reach the clinic right now. Please try again.", {
      retryAfter: RETRY_SECONDS,
    })
  }
  return new HttpFailure('internal', 'Something went wrong on our side. Please try again.')
}

/** The loggable part of an error: no database message, since it can quote a patient's input. */
function describe(error: Error) {
  const code = codeOfDatabase(error)
  // A wrapping error may repeat that message.
  const isOurs = code === '' && error.cause === undefined
  return { error: error.name, code, ...(isOurs && { message: error.message, stack: error.stack }) } as {
    error: string
    code: string
    message?: string
    stack?: string
  }
}
