import { atom } from 'jotai'
import type { StoredRequest } from '../../device/request-store.ts'
import type { OfflineRequest } from './request.ts'

/** What is noted on this device, for who is at it. */
export type OfflineRequests = {
  requests: readonly OfflineRequest[]
  /** What does not open for them, without anything that was said. */
  closed: readonly StoredRequest[]
}

/** Null: not read yet (requests.ts). */
export const offlineRequestsAtom = atom<OfflineRequests | null>(null)
