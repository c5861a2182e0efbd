/** A text that only the right key opens. */
export type SealedText = {
  iv: Uint8Array<ArrayBuffer>
  /** AES-GCM: tampered with, or under another key, it does not open. */
  bytes: ArrayBuffer
  /** On a reception tablet: the key of the text, which itself opens with the PIN only. */
  key?: ArrayBuffer
}

/** How the pages that are kept on this device are sealed and opened. */
export type Seal = {
  seal: (text: string) => Promise<SealedText>
  /** Null: it cannot be opened, being of another key or tampered with; or the tablet is locked. */
  open: (sealed: SealedText) => Promise<string | null>
}

const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

/** A new key for texts. @param extractable whether it can be written down, as session storage and a tablet's PIN need it */
export const newTextKey = (extractable: boolean): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, extractable, ['encrypt', 'decrypt'])

export async function sealWith(key: CryptoKey, text: string): Promise<Pick<SealedText, 'iv' | 'bytes'>> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const bytes = await crypto.subtle.encrypt({ name: ALGORITHM, iv }, key, new TextEncoder().encode(text))
  return { iv, bytes }
}

/** @returns null when the key is another one or the text was tampered with */
export async function openWith(
  key: CryptoKey,
  { iv, bytes }: Pick<SealedText, 'iv' | 'bytes'>,
): Promise<string | null> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, bytes))
  } catch {
    return null
  }
}
