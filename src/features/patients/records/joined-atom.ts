import { atom } from 'jotai'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'

/** A registered patient's record, and that of a visitor. */
export type Pair = { patient: string; visitor: { id: string; name: string } }

/** The records that were joined or parted last, for the sentence that takes it back. */
export const joinedAtom = atom<(Pair & { joined: boolean }) | null>(null)

// It is not for the next person who signs in.
store.sub(tokenAtom, () => store.set(joinedAtom, null))
