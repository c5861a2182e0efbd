import { questionOf, SEAL_HEADER } from '../../contract/seal.ts'
import { apiBaseUrl } from '../build.ts'
import type { Call } from '../http/client.ts'

/*
 * The key that this tab's calls name as their seal (contract/seal.ts), so that the service worker stores the answers.
 * It is the public half's id and no secret.
 */

let id: string | null = null
let latest: string | null = null
const listeners = new Set<() => void>()

/** Null: no answers are to be stored. */
export const sealKeyId = (): string | null => id

/** The key that this tab named last, even after it stopped; null: it never had one. */
export const latestSealKeyId = (): string | null => latest

/** Answers from before were not sealed for the new key, nor those of calls that were made while none was named. */
export function setSealKey(next: string | null): void {
  const isNew = next !== null && next !== id
  id = next
  latest = next ?? latest
  if (isNew) notify()
}

/** The header of a call whose answer is to be stored; empty for other calls and without a key. */
export function sealHeader({
  method,
  path,
  body,
}: Pick<Call, 'method' | 'path' | 'body'>): Record<string, string> {
  // An API on another origin does not know the header and would refuse the call.
  if (id === null || !apiBaseUrl.startsWith('/')) return {}
  const question = questionOf(method, path, body === undefined ? undefined : JSON.stringify(body))
  return question === null ? {} : { [SEAL_HEADER]: id }
}

/** Calls the listener when the data in memory is not sealed for the current key. @returns unsubscribes */
export function onSealKey(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const notify = () => {
  for (const listener of [...listeners]) listener()
}

// Answers that came before the worker took control were not stored.
if (typeof navigator !== 'undefined' && 'serviceWorker' in navigator) {
  let hasWorker = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!hasWorker && id !== null) notify()
    hasWorker = true
  })
}
