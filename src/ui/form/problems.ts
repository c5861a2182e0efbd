import * as v from 'valibot'
import type { FieldErrors } from '../../../contract/envelope.ts'
import { problemOfWire } from './problem-of-wire.ts'

/** A key of the contract's table, or the server's own sentence. */
export type Problem<K extends string = string> = { key: K } | { sentence: string }

export type Problems<F extends string = string, K extends string = string> = Partial<Record<F, Problem<K>>>

/** One problem for each field. */
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

/** Ignores fields that the form does not have. @param code of the answer, for errors without a key in other languages */
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
