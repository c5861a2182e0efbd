import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** An opaque token: 256 random bits in base64url, 43 characters (design, section 7). */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/**
 * The form in which tokens are stored. A plain SHA-256 is enough: there is nothing to guess in 256 random bits,
 * and looking up by hash leaves nothing to compare in constant time.
 */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}
