import type { Problem } from './problems.ts'

/** The value of a number field that holds something else, as '-' or '1e'. */
export const NO_NUMBER = '?'

/** A field as its control needs it, whatever holds its value: a form's own state, or the wizard's. */
export type FormField<V extends string = string> = {
  id: string
  /** Of the element that says what is wrong with it, else its hint. */
  hintId: string
  name: string
  value: V
  /** What is wrong with it, in words. */
  error: string | undefined
  /** It is marked with an asterisk: most fields of its form may stay empty. */
  required?: boolean
  /** It can't be changed here. */
  locked?: boolean
  change: (value: V) => void
}

/** What every control of a field has in common. */
export function formField<V extends string, K extends string>(field: {
  id: string
  name: string
  value: V
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
