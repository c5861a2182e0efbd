import { atom } from 'jotai'
import type { StoredRequest } from '../../device/asked-store.ts'
import type { AskedRequest } from './request.ts'

/** What is noted on this device, for who is at it. */
export type Asked = {
  requests: readonly AskedRequest[]
  /** What does not open for them, without anything that was said. */
  closed: readonly StoredRequest[]
}

/** Null: not read yet (requests.ts). */
export const askedAtom = atom<Asked | null>(null)
