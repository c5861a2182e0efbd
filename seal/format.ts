import { SEAL_SCHEMA } from '../contract/seal-limits.ts'

/*
 * Sealing of an answer: for a public key, so that the process that stores it cannot read it. Each content key comes
 * from an ephemeral key pair by ECDH on P-256 and HKDF-SHA-256, and seals by AES-256-GCM (decision 022).
 */

/** A text that only the private half of a key opens, under the question and at the time that it was sealed for. */
export type Sealed = {
  /** Id of the key that it was sealed for. */
  keyId: string
  schema: number
  /** Time of the server's answer, milliseconds since 1970 by its clock. */
  at: number
  /** The ephemeral public key, from which the private half makes the content key. */
  from: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

/** The public half of a key, as stored. */
export type PublicHalf = { id: string; publicKey: Uint8Array<ArrayBuffer> }
/** The label of a sealed text: another question or time does not open it. */
export type Label = { question: string; at: number }

/** Browsers and Node name these types differently. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>
type KeyPair = { publicKey: Key; privateKey: Key }

export type Sealer = (text: string, label: Label) => Promise<Sealed>
/** Null: it was sealed for another key, or question, or was tampered with. */
export type Opener = (sealed: Sealed, question: string) => Promise<string | null>

export const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const IV_BYTES = 12
const ID_BYTES = 16

/** A new pair whose private half can be written down, as session storage and a tablet's PIN need it. */
export const newSealPair = (): Promise<KeyPair> =>
  crypto.subtle.generateKey(CURVE, true, ['deriveBits']) as Promise<KeyPair>

/** The public half as it is stored, by a fingerprint of its own. */
export async function publicHalf(publicKey: Key): Promise<PublicHalf> {
  const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return { id: base64Url(digest.subarray(0, ID_BYTES)), publicKey: bytes }
}

/** Returns a function that seals with one content key. The key can only seal and cannot be exported. */
export async function sealerFor({ id, publicKey }: PublicHalf): Promise<Sealer> {
  const theirs = await crypto.subtle.importKey('raw', publicKey, CURVE, false, [])
  const own = (await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])) as KeyPair
  const from = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey))
  const key = await contentKey(own.privateKey, theirs, { id, from }, 'encrypt')
  return async (text, { question, at }) => {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const label = { keyId: id, schema: SEAL_SCHEMA, at }
    const bytes = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: additionalData(label, question) },
      key,
      new TextEncoder().encode(text),
    )
    return { ...label, from, iv, bytes }
  }
}

/** Opens what was sealed for a key. Content keys are made once each: a load of the worker has one for all it seals. */
export function openerOf(privateKey: Key, keyId: string): Opener {
  const keys = new Map<string, Promise<Key>>()
  const keyFrom = (from: Sealed['from']) => {
    const name = base64Url(from)
    const known =
      keys.get(name) ??
      importEphemeral(from).then((theirs) => contentKey(privateKey, theirs, { id: keyId, from }, 'decrypt'))
    keys.set(name, known)
    return known
  }
  return async (sealed, question) => {
    if (sealed.keyId !== keyId) return null
    try {
      const parameters = { name: 'AES-GCM', iv: sealed.iv, additionalData: additionalData(sealed, question) }
      return new TextDecoder().decode(
        await crypto.subtle.decrypt(parameters, await keyFrom(sealed.from), sealed.bytes),
      )
    } catch {
      return null
    }
  }
}

const importEphemeral = (from: Sealed['from']) => crypto.subtle.importKey('raw', from, CURVE, false, [])

async function contentKey(
  own: Key,
  theirs: Key,
  { id, from }: { id: string; from: Sealed['from'] },
  use: 'encrypt' | 'decrypt',
): Promise<Key> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256)
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`enamel seal ${id} ${base64Url(from)}`)
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, [use])
}

const additionalData = ({ keyId, schema, at }: Pick<Sealed, 'keyId' | 'schema' | 'at'>, question: string) =>
  new TextEncoder().encode(JSON.stringify([question, keyId, schema, at]))

/** Bytes as a text for addresses and names, without padding. */
export const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
