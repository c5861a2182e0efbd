import type { Context, Env, ValidationTargets } from 'hono'
import { validator } from 'hono-openapi'
import * as v from 'valibot'
import type { FieldErrors } from '../../../contract/envelope.ts'
import { type FieldMessage, fieldSentence } from '../../../contract/fields.ts'
import { HttpFailure, INVALID_INPUT_MESSAGE, invalidInput } from './failure.ts'

/**
 * Validates one part of a request by a schema of the contract and documents it. A mistake is a 400 with a
 * sentence per field, never with the input.
 */
export function parsed<S extends v.GenericSchema, T extends keyof ValidationTargets>(target: T, schema: S) {
  const check = validator<S, T, Env, string>(target, schema, (result) => {
    if (result.success) return
    throw new HttpFailure('invalid_input', INVALID_INPUT_MESSAGE, { errors: fieldErrors(result.error) })
  })
  if (target !== 'json') return check
  const middleware: typeof check = async (c, next) => {
    declareJson(c, await c.req.text())
    return check(c, next)
  }
  // Adds the input of the OpenAPI document.
  return Object.assign(middleware, check)
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|\s*$)/i

/**
 * Lets a body without a type count as JSON, and refuses one of another type, which Hono would take for an empty one. Each call
 * with a JSON body needs an Authorization header, so that no other site's page can make it in a patient's browser.
 */
function declareJson(c: Context, body: string): void {
  const type = c.req.header('content-type')
  if (body === '' || (type && JSON_TYPE.test(type))) return
  if (type) throw new HttpFailure('invalid_input', NOT_JSON, { errors: { body: NOT_JSON } })
  c.req.raw.headers.set('content-type', 'application/json')
}

const NOT_JSON = 'Please send JSON, with the header Content-Type: application/json.'

/**
 * Parses an optional JSON body, which defaults to `{}`; the page's calls name JSON as their content even without one.
 * When all fields are optional, a body that is no object would otherwise count as empty and match everything.
 */
export function parsedBodyIfAny<S extends v.GenericSchema>(schema: S) {
  const check = parsed('json', schema)
  const middleware: typeof check = async (c, next) => {
    const body = await c.req.text()
    if (body !== '') {
      declareJson(c, body)
      if (/^\s*\[/.test(body)) throw invalidInput({ body: 'invalid' })
      return check(c, next)
    }
    c.req.addValidatedData('json', v.parse(schema, {}) as object)
    await next()
  }
  // Adds the input of the OpenAPI document.
  return Object.assign(middleware, check)
}

const LOCATION_UNKNOWN: FieldMessage = 'location_unknown'

type Issue = { message: string; path?: readonly unknown[]; kind?: unknown; input?: unknown }

/**
 * Objects in a body whose fields a form shows as its own: the first appointment of a series, the new place of a move.
 */
const OPEN_OBJECTS = ['first', 'move']

function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const [outer = '', inner] = (issue.path ?? []).map((part) =>
      typeof part === 'object' && part !== null && 'key' in part ? String(part.key) : '',
    )
    const name = OPEN_OBJECTS.includes(outer) ? (inner ?? outer) : outer
    // Only the first issue per field is shown; a missing field reads as required.
    errors[name || 'body'] ??= fieldSentence(isMissing(issue) ? 'required' : issue.message)
  }
  return errors
}

// A null location is invalid: the page's form has one chosen from the start.
const isMissing = (issue: Issue) =>
  issue.kind === 'schema' &&
  (issue.input === undefined || (issue.input === null && issue.message !== LOCATION_UNKNOWN))
