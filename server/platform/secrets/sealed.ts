import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals a text by a secret of `sharedSecret`: only its owner reads it or makes another. */
export function sealText(secret: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Null: sealed by another secret, or cut off. */
export function openText(secret: string, bytes: Buffer): string | null {
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null
  const opener = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  opener.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
    return Buffer.concat([opener.update(sealed), opener.final()]).toString('utf8')
  } catch {
    return null
  }
}

const keyOf = (secret: string) => Buffer.from(secret, 'base64url')
