import { base64Url } from '../../seal/format.ts'

/*
 * What a locked tab keeps: AES-256-GCM under a key that only the server has while it is locked, so that neither the token
 * nor a patient's name can be had from the tab's storage.
 */

const AES = 'AES-GCM'
const IV_BYTES = 12

/** Whether anything can be sealed here: browsers have WebCrypto under HTTPS and on localhost alone. */
export const canSeal = (): boolean => typeof globalThis.crypto?.subtle === 'object'

const sha256 = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))

/** SHA-256 as base64url: by it the server knows a session. */
export const nameOf = async (token: string): Promise<string> => base64Url(new Uint8Array(await sha256(token)))

async function keyOf(text: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', await sha256(text), AES, false, ['encrypt', 'decrypt'])
}

/** @param key a text of at least 128 random bits */
export async function sealText(key: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const bytes = await crypto.subtle.encrypt(
    { name: AES, iv },
    await keyOf(key),
    new TextEncoder().encode(text),
  )
  return `${toText(iv)}.${toText(new Uint8Array(bytes))}`
}

/** Null: sealed under another key, or tampered with. */
export async function openText(key: string, sealed: string): Promise<string | null> {
  try {
    const [iv, bytes] = sealed.split('.').map(toBytes)
    if (!iv || !bytes) return null
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: AES, iv }, await keyOf(key), bytes))
  } catch {
    return null
  }
}

const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const toBytes = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
