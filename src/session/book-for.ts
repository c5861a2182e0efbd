import { atom } from 'jotai'
import { store } from '../store.ts'
import { tokenAtom } from './session-atoms.ts'

/** A patient as a page hands them on: in memory alone, for a history outlives its session. */
export type KnownPatient = { id: string; name: string }

/** Patient for whom the desk opens its panel; null: none. */
export const bookForAtom = atom<KnownPatient | null>(null)

// It is not for the next person who signs in.
store.sub(tokenAtom, () => store.set(bookForAtom, null))
