import { newTextKey, openWith, type Seal, sealWith } from '../device/seal.ts'
import { tabStorage } from '../session/session-storage.ts'
import { PAGES_KEY } from '../session/stored-token.ts'

/*
 * In an ordinary browser the key of the pages stands in session storage: they can be read for as long as that lasts, over
 * reloads and without a connection, and by nobody afterwards, deleted or not.
 */

/** The seal of this tab's session. One without a key gets a new one, and cannot open what another has sealed. */
export async function tabSeal(): Promise<Seal> {
  const key = (await storedKey()) ?? (await madeKey())
  return { seal: (text) => sealWith(key, text), open: (sealed) => openWith(key, sealed) }
}

async function storedKey(): Promise<CryptoKey | null> {
  const text = tabStorage.read(PAGES_KEY)
  if (!text) return null
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
    return await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  } catch {
    // Not ours: a new one is made.
    return null
  }
}

async function madeKey(): Promise<CryptoKey> {
  const key = await newTextKey(true)
  const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', key))
  tabStorage.write(PAGES_KEY, btoa(String.fromCharCode(...bytes)))
  return key
}
