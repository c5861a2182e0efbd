import { resolver } from 'hono-openapi'
import type * as v from 'valibot'
import { Failure } from '../../../contract/envelope.ts'
import type { STATUS_OF_CODE } from './failure.ts'

const json = (schema: v.GenericSchema) => ({ 'application/json': { schema: resolver(schema) } })

const WORDS = {
  200: 'Done',
  201: 'Created',
  400: 'Wrong input; `errors` says which fields',
  401: 'No bearer token, or an unknown one',
  403: 'The token does not allow this call',
  404: 'Not found',
  409: 'In conflict with what is stored; `code` says how',
  413: 'The body is larger than 64 KiB',
  428: 'A proof of work is required; `data` is the challenge, and its solution goes into the header Enamel-Proof',
  429: 'Too many requests; Retry-After says when to come back',
  500: 'A fault of the server',
  503: 'The database is away or busy; try again',
} as const
export const tooLargeAnswer = { 413: { description: WORDS[413], content: json(Failure) } }

type FailureStatus = (typeof STATUS_OF_CODE)[keyof typeof STATUS_OF_CODE]

/** Responses for the OpenAPI document: the success and the possible failures. */
export function answers(status: 200 | 201, schema: v.GenericSchema, failures: readonly FailureStatus[]) {
  const responses: Record<number, { description: string; content: ReturnType<typeof json> }> = {
    [status]: { description: WORDS[status], content: json(schema) },
  }
  for (const failure of failures) responses[failure] = { description: WORDS[failure], content: json(Failure) }
  return responses
}
