import { ApiError } from '../../http/api-error.ts'
import { problemOfWire } from './problem-of-wire.ts'

/**
 * Sentence about the first wrong field of an answer, for a form with one place for it.
 * @param messages the sentence for a key of the contract's table
 * @returns undefined: the server names no field
 */
export function firstProblem(error: unknown, messages: (key: string) => string): string | undefined {
  const [sentence] = error instanceof ApiError ? Object.values(error.errors) : []
  if (sentence === undefined) return undefined
  const wrong = problemOfWire(sentence, 'invalid_input')
  return 'key' in wrong ? messages(wrong.key) : wrong.sentence
}
