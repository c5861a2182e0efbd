import { callOf, questionOf } from '../contract/seal.ts'
import { base64Url, type Sealed } from './format.ts'

/** Answer of POST /devices/prefetch (contract/devices.ts), with unchecked entries. */
export type PrefetchedEntries = { keep: unknown; entries: unknown[] }

/**
 * Written by hand and not by a schema: the service worker has no library for them, as it would weigh more than all else
 * in it.
 */
export function prefetchedOf(body: unknown): PrefetchedEntries | null {
  const { data } = (body ?? {}) as { data?: { keep?: unknown; entries?: unknown } | null }
  return Array.isArray(data?.entries) ? { keep: data.keep, entries: data.entries } : null
}

/** An entry as it is stored. Null: it is none, or answers a question whose answers are not stored. */
export function entryOf(entry: unknown): { question: string; sealed: Sealed } | null {
  const { question, keyId, schema, at, from, iv, bytes } = (entry ?? {}) as Record<string, unknown>
  if (typeof question !== 'string' || typeof keyId !== 'string' || !isStored(question)) return null
  if (!Number.isSafeInteger(schema) || !Number.isSafeInteger(at)) return null
  const [ephemeral, nonce, sealed] = [bytesOf(from), bytesOf(iv), bytesOf(bytes)]
  if (!ephemeral || !nonce || !sealed) return null
  const label = { keyId, schema: schema as number, at: at as number }
  return { question, sealed: { ...label, from: ephemeral, iv: nonce, bytes: sealed.buffer } }
}

/** Reports whether it is the one spelling of a call that is on the list. */
function isStored(question: string): boolean {
  try {
    const { method, path, params, body } = callOf(question)
    const sent = [undefined, '{}', body === undefined ? undefined : JSON.stringify(body)]
    return sent.some((each) => questionOf(method, `${path}?${params}`, each) === question)
  } catch {
    return false
  }
}

/** A sealed text as JSON. */
export function textOfSealed({ from, iv, bytes, ...label }: Sealed): string {
  const texts = { from: base64Url(from), iv: base64Url(iv), bytes: base64Url(new Uint8Array(bytes)) }
  return JSON.stringify({ ...label, ...texts })
}

/** Null: it is none. */
export function sealedOfText(text: string): Sealed | null {
  try {
    const { from, iv, bytes, ...label } = JSON.parse(text)
    const [ephemeral, nonce, sealed] = [bytesOf(from), bytesOf(iv), bytesOf(bytes)]
    return ephemeral && nonce && sealed
      ? { ...label, from: ephemeral, iv: nonce, bytes: sealed.buffer }
      : null
  } catch {
    return null
  }
}

function bytesOf(text: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof text !== 'string' || !/^[\w-]*$/.test(text)) return null
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
}
