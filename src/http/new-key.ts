/** A fresh idempotency key, or a name for something on this device: 128 random bits. Not `randomUUID`, which a page without HTTPS lacks. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
