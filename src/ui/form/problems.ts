import * as v from 'valibot'

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
    if (field !== undefined && Object.hasOwn(values, field)) problems[field] ??= { key: issue.message as K }
  }
  return problems
}
