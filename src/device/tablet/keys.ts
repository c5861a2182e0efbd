import * as v from 'valibot'
import { base64Url, CURVE, newSealPair } from '../../../seal/format.ts'

/*
 * The keys of each person of a reception tablet. A key pair seals for them and opens for whoever has the private key. That
 * lies on the device twice wrapped: under a key made of the PIN, and around it under a key of the device that no script can read
 * out. docs/security.md says what this protects against and what it does not.
 */

/** OWASP Password Storage Cheat Sheet: PBKDF2-HMAC-SHA256 with 600,000 iterations; about a second on a tablet. */
const ITERATIONS = 600_000
const SALT_BYTES = 16
const IV_BYTES = 12
const AES = 'AES-GCM'
const HASH = 'SHA-256'

const Bytes = v.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
const Buffer = v.custom<ArrayBuffer>((value) => value instanceof ArrayBuffer)
const Key = v.custom<CryptoKey>((value) => value instanceof CryptoKey)

/** The keys as they lie in the database. */
export const TabletKeys = v.object({
  publicKey: Key,
  /** Not extractable: code in the page can use the key, but not read its bytes. */
  deviceKey: Key,
  /** The private key (PKCS #8), under the PIN and then under the device's key. */
  wrapped: v.object({
    bytes: Buffer,
    deviceIv: Bytes,
    pinIv: Bytes,
    salt: Bytes,
    /** As many as it was made with, so that a later version may ask for more. */
    iterations: v.number(),
  }),
})
export type TabletKeys = v.InferOutput<typeof TabletKeys>

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))

/** New keys under a PIN. The private one can be had with that PIN only, from here on. */
export async function makeKeys(pin: string): Promise<TabletKeys> {
  const pair = await newSealPair()
  const deviceKey = await crypto.subtle.generateKey({ name: AES, length: 256 }, false, ['encrypt', 'decrypt'])
  const [salt, pinIv, deviceIv] = [random(SALT_BYTES), random(IV_BYTES), random(IV_BYTES)]
  const pinKey = await keyOfPin(pin, salt, ITERATIONS)
  const underPin = await crypto.subtle.wrapKey('pkcs8', pair.privateKey, pinKey, { name: AES, iv: pinIv })
  const bytes = await crypto.subtle.encrypt({ name: AES, iv: deviceIv }, deviceKey, underPin)
  return {
    publicKey: pair.publicKey,
    deviceKey,
    wrapped: { bytes, deviceIv, pinIv, salt, iterations: ITERATIONS },
  }
}

/** The private key, which no script can read out. Null: another PIN, or the keys were tampered with. */
export async function openPrivateKey(keys: TabletKeys, pin: string): Promise<CryptoKey | null> {
  const { deviceKey, wrapped } = keys
  // Before the part that fails, so that a wrong PIN takes as long as a right one.
  const pinKey = await keyOfPin(pin, wrapped.salt, wrapped.iterations)
  try {
    const device = { name: AES, iv: wrapped.deviceIv }
    const underPin = await crypto.subtle.decrypt(device, deviceKey, wrapped.bytes)
    const byPin = { name: AES, iv: wrapped.pinIv }
    return await crypto.subtle.unwrapKey('pkcs8', underPin, pinKey, byPin, CURVE, false, ['deriveBits'])
  } catch {
    return null
  }
}

async function keyOfPin(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveKey',
  ])
  const derivation = { name: 'PBKDF2', hash: HASH, salt, iterations }
  return crypto.subtle.deriveKey(derivation, typed, { name: AES, length: 256 }, false, [
    'wrapKey',
    'unwrapKey',
  ])
}

/**
 * Proof of a PIN for the server: HMAC-SHA-256 under the device's token, as base64url. The PIN stays here, and without
 * the token nobody with the server's tables can try PINs against it.
 */
export async function proofOfPin(token: string, pin: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes(token), { name: 'HMAC', hash: HASH }, false, [
    'sign',
  ])
  return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(pin))))
}
