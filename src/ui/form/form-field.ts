import type { Problem } from './problems.ts'

/** Value of a number field with other text, such as '-' or '1e'. */
export const NO_NUMBER = '?'

/** A field as its control needs it, of a form's own state or the wizard's. */
export type FormField<V extends string = string> = {
  id: string
  /** Id of the error or the hint. */
  hintId: string
  name: string
  value: V
  /** Initial text of an uncontrolled field: React never writes it again. `value` follows what is typed. */
  initial?: V | undefined
  error: string | undefined
  /** Marked with an asterisk, in forms whose fields are mostly optional. */
  required?: boolean
  locked?: boolean
  change: (value: V) => void
}

export function formField<V extends string, K extends string>(field: {
  id: string
  name: string
  value: V
  initial?: V | undefined
  problem: Problem<K> | undefined
  /** The sentence for a key of the contract's table. */
  messages: (key: K) => string
  required?: boolean
  locked?: boolean
  change: (value: V) => void
}): FormField<V> {
  const { problem, messages, ...rest } = field
  const error = problem && ('key' in problem ? messages(problem.key) : problem.sentence)
  return { ...rest, hintId: `${field.id}-hint`, error }
}
