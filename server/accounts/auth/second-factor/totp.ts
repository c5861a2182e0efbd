import { createHmac, timingSafeEqual } from 'node:crypto'

/** Length of a time step and of a code, as every authenticator app has them by default (RFC 6238, section 4.1). */
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps before and after the present one that count, for clocks that are off (RFC 6238, section 5.2). */
const WINDOW = 1
/** As long as the hash, SHA-1 (RFC 4226, section 4, R6). */
export const TOTP_SECRET_BYTES = 20

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The time step of an instant. */
export const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** The code of a step (RFC 4226, section 5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 0xf
  const number = (mac.readUInt32BE(at) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

/**
 * The time step of a typed code; null: none around now.
 * @param after the last used time step: that one and those before it no longer count
 */
export function matchingStep(secret: Buffer, code: string, now: Date, after: number): number | null {
  const typed = Buffer.from(code)
  let found: number | null = null
  for (let step = stepAt(now) - WINDOW; step <= stepAt(now) + WINDOW; step += 1) {
    const right = Buffer.from(totpCode(secret, step))
    const matches = typed.length === right.length && timingSafeEqual(typed, right)
    if (matches && step > after) found ??= step
  }
  return found
}

/** Base32 without padding (RFC 4648, section 6), as people type a secret. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** Content of the QR code, in the form that authenticator apps read. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
