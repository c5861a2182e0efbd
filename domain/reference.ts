/** Letters and digits that nobody mistakes for one another when a reference is read out: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY'
export const REFERENCE_LENGTH = 8
export const REFERENCE_PATTERN = new RegExp(`^[${ALPHABET}]{${REFERENCE_LENGTH}}$`)
/** A reference or its beginning, of two letters at least. */
export const REFERENCE_BEGINNING = new RegExp(`^[${ALPHABET}]{2,${REFERENCE_LENGTH}}$`)

/**
 * A reference for an appointment.
 * @param randomBytes gives so many random bytes; asked again when too few of them could be used
 */
export function newReference(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    const reference = referenceFrom(randomBytes(2 * REFERENCE_LENGTH))
    if (reference !== null) return reference
  }
}

/**
 * The reference of an appointment, 8 characters a person can read out, made from random bytes.
 * Bytes that would favour some letters are skipped; pass at least 16.
 * @returns null when too few of the bytes could be used: ask again with fresh ones.
 */
export function referenceFrom(bytes: Uint8Array): string | null {
  const fair = 256 - (256 % ALPHABET.length)
  const letters = [...bytes].filter((byte) => byte < fair).map((byte) => ALPHABET[byte % ALPHABET.length])
  return letters.length < REFERENCE_LENGTH ? null : letters.slice(0, REFERENCE_LENGTH).join('')
}
