import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** An opaque token: 256 random bits in base64url, 43 characters. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/**
 * Tokens are stored hashed. A plain SHA-256 is enough: 256 random bits cannot be guessed, and a look-up by
 * hash needs no constant-time comparison.
 */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}
