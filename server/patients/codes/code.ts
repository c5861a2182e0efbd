import { createHash, randomInt } from 'node:crypto'
import { CODE_FROM, CODE_TO } from '../../../contract/one-time-codes.ts'

/** A code that nobody can foresee, from 100000 to 999999. */
export function makeCode(): number {
  return randomInt(CODE_FROM, CODE_TO + 1)
}

/**
 * The form in which a code is stored, bound to its challenge: equal codes of two challenges have nothing in common.
 * Whoever has the table can try all 900,000; what keeps a code is that it is worth nothing after three minutes.
 */
export function codeHash(challengeId: string, code: number): string {
  return createHash('sha256').update(`${challengeId} ${code}`).digest('base64url')
}
