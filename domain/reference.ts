/** Characters that are not confused when read out: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY'
export const REFERENCE_LENGTH = 8
export const REFERENCE_PATTERN = new RegExp(`^[${ALPHABET}]{${REFERENCE_LENGTH}}$`)
/** A reference or its beginning, at least two characters. */
export const REFERENCE_BEGINNING = new RegExp(`^[${ALPHABET}]{2,${REFERENCE_LENGTH}}$`)

export function newReference(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    const reference = referenceFrom(randomBytes(2 * REFERENCE_LENGTH))
    if (reference !== null) return reference
  }
}

/**
 * An 8-character reference from random bytes; pass at least 16. Skips bytes that would make some letters more
 * likely.
 * @returns null when too few bytes were usable: call again with fresh ones.
 */
export function referenceFrom(bytes: Uint8Array): string | null {
  const fair = 256 - (256 % ALPHABET.length)
  const letters = [...bytes].filter((byte) => byte < fair).map((byte) => ALPHABET[byte % ALPHABET.length])
  return letters.length < REFERENCE_LENGTH ? null : letters.slice(0, REFERENCE_LENGTH).join('')
}
