import { atom } from 'jotai'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../session/store.ts'
import type { Pair } from './use-joining.ts'

/** The records that were joined or parted last, for the sentence that takes it back. */
export const joinedAtom = atom<(Pair & { joined: boolean }) | null>(null)

// It is not for the next person who signs in.
store.sub(tokenAtom, () => store.set(joinedAtom, null))
