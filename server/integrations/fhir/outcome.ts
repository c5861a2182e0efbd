import type { Context, ErrorHandler } from 'hono'
import type { ErrorCode } from '../../../contract/envelope.ts'
import { FHIR_PATH, FHIR_TYPE, type FhirIssue, type OperationOutcome } from '../../../contract/fhir.ts'
import { HttpFailure } from '../../platform/http/failure.ts'

const ISSUES: Partial<Record<ErrorCode, FhirIssue['code']>> = {
  invalid_input: 'invalid',
  unauthorized: 'login',
  forbidden: 'forbidden',
  not_found: 'not-found',
  too_many_requests: 'throttled',
  busy: 'transient',
  unavailable: 'transient',
  internal: 'exception',
}

export const outcomeOf = (...issue: FhirIssue[]): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue,
})

/** A form that is not served, such as XML: the one answer that the envelope has no code for. */
export const NOT_JSON = outcomeOf({
  severity: 'error',
  code: 'not-supported',
  diagnostics: `Resources come as ${FHIR_TYPE} alone.`,
})

const IN_FHIR = new RegExp(`^/api${FHIR_PATH}(?:/|$)`)

/** Answers failures of the FHIR calls as FHIR has them, with the same status and headers as the envelope. */
export function withOutcomes(envelope: ErrorHandler): ErrorHandler {
  return async (error, c) => {
    const answer = await envelope(error, c)
    if (!IN_FHIR.test(c.req.path) || !answer.headers.get('content-type')?.includes('json')) return answer
    const { code, message } = (await answer.json()) as { code: ErrorCode; message: string }
    const headers = new Headers(answer.headers)
    headers.set('Content-Type', FHIR_TYPE)
    headers.delete('Content-Length')
    const outcome = outcomeOf({ severity: 'error', code: ISSUES[code] ?? 'exception', diagnostics: message })
    return new Response(JSON.stringify(outcome), { status: answer.status, headers })
  }
}

/** @throws HttpFailure 404, also for what a key does not reach: it is not said which */
export function gone(c: Context): never {
  c.header('Cache-Control', 'no-store')
  throw new HttpFailure('not_found', 'There is no such resource here.')
}
