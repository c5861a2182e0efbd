import { atom } from 'jotai'
import { store } from '../store.ts'
import { tokenAtom } from './session-atoms.ts'

/** A patient as a page hands them on: in memory alone, for a history outlives its session. */
export type KnownPatient = { id: string; name: string }

/** For whom the desk is to open its panel, which takes it; null: for nobody. */
export const bookForAtom = atom<KnownPatient | null>(null)

// It is not for the next person who signs in.
store.sub(tokenAtom, () => store.set(bookForAtom, null))
