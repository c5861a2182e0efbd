import type { CodeFieldMessage } from '../../../../contract/fields.ts'

/** Mistake of a typed code: a word of the contract, or of this page alone. */
export type CodeProblem = CodeFieldMessage | 'code_length'

const CODE_LENGTH = 6

/**
 * Reads a code as typed or pasted: spaces and hyphens between the digits don't count.
 * @returns the number, or what is wrong
 */
export function readCode(text: string): { code: number } | { problem: CodeProblem } {
  const digits = text.replace(/[\s\p{Pd}]/gu, '')
  if (!/^\d+$/.test(digits)) return { problem: 'code_not_integer' }
  // Sent, it would only cost one of the five tries.
  if (digits.length !== CODE_LENGTH) return { problem: 'code_length' }
  return { code: Number(digits) }
}
