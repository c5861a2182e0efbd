import { atom } from 'jotai'
import type { StoredRequest } from '../../device/request-store.ts'
import type { OfflineRequest } from './request.ts'

/** Requests saved on this device, for the present person. */
export type OfflineRequests = {
  requests: readonly OfflineRequest[]
  /** Requests that don't open for them, without contents. */
  closed: readonly StoredRequest[]
}

/** Null: not read yet (requests.ts). */
export const offlineRequestsAtom = atom<OfflineRequests | null>(null)
