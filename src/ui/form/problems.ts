import * as v from 'valibot'
import type { FieldErrors } from '../../../contract/envelope.ts'
import { problemOfWire } from './problem-of-wire.ts'

/** What is wrong with a field: a key of the contract's table, or the server's own sentence. */
export type Problem<K extends string = string> = { key: K } | { sentence: string }

/** Wrong fields by name. */
export type Problems<F extends string = string, K extends string = string> = Partial<Record<F, Problem<K>>>

/** What a schema of the contract has against the values of a form, one problem for each field. */
export function problemsOf<F extends string, K extends string = string>(
  schema: v.GenericSchema,
  values: Record<F, unknown>,
): Problems<F, K> {
  const problems: Problems<F, K> = {}
  const result = v.safeParse(schema, values, { abortPipeEarly: true })
  for (const issue of result.issues ?? []) {
    const field = issue.path?.[0]?.key as F | undefined
    if (field !== undefined && field in values) problems[field] ??= { key: issue.message as K }
  }
  return problems
}

/**
 * The server's complaints about fields that the form has; those about others are left out.
 * @param code of the answer, by which a complaint without a key is spoken of in other languages
 */
export function problemsOfWire<F extends string>(
  errors: FieldErrors,
  values: Record<F, string>,
  code?: string,
): Problems<F> {
  const problems: Problems<F> = {}
  for (const [name, sentence] of Object.entries(errors)) {
    if (Object.hasOwn(values, name)) problems[name as F] = problemOfWire(sentence, code)
  }
  return problems
}
