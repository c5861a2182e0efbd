import { questionOf, SEAL_HEADER } from '../../contract/seal.ts'
import { apiBaseUrl } from '../clinic.ts'
import type { Call } from '../http/client.ts'

/*
 * The key that this tab's calls name as their seal (contract/seal.ts), so that the service worker stores what they are
 * answered. It is the public half's id and no secret.
 */

let id: string | null = null
let latest: string | null = null
const listeners = new Set<() => void>()

/** Null: nothing is to be stored. */
export const sealKeyId = (): string | null => id

/** The key that this tab named last, also when it names none any more; null: it never had one. */
export const latestSealKeyId = (): string | null => latest

/** Names another key from now on. What was answered before was not sealed for it. */
export function setSealKey(next: string | null): void {
  const isNew = next !== null && next !== latest
  id = next
  latest = next ?? latest
  if (isNew) notify()
}

/** The header of a call whose answer is to be stored; of any other call, or without a key, none. */
export function sealHeader({
  method,
  path,
  body,
}: Pick<Call, 'method' | 'path' | 'body'>): Record<string, string> {
  // An API that lives elsewhere does not know the header, and would refuse the call with it.
  if (id === null || !apiBaseUrl.startsWith('/')) return {}
  const question = questionOf(method, path, body === undefined ? undefined : JSON.stringify(body))
  return question === null ? {} : { [SEAL_HEADER]: id }
}

/** Calls the listener whenever what is in memory has not been sealed for the key that holds. @returns stops it */
export function onSealKey(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const notify = () => {
  for (const listener of [...listeners]) listener()
}

// What a page was answered before a worker was there has passed it by.
if (typeof navigator !== 'undefined' && 'serviceWorker' in navigator) {
  let hasWorker = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hasWorker && id !== null) notify()
    hasWorker = true
  })
}
