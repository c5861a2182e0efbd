import { createHash, randomInt } from 'node:crypto'
import { CODE_MAX, CODE_MIN } from '../../../contract/one-time-codes.ts'

/** An unpredictable code, from 100000 to 999999. */
export function makeCode(): number {
  return randomInt(CODE_MIN, CODE_MAX + 1)
}

/**
 * The form in which a code is stored, bound to its challenge: equal codes of two challenges have nothing in common. The
 * table allows trying all 900,000; a code is safe because it expires after three minutes.
 */
export function codeHash(challengeId: string, code: number): string {
  return createHash('sha256').update(`${challengeId} ${code}`).digest('base64url')
}
