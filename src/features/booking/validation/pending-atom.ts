import { atom } from 'jotai'
import { hasPendingCode } from '../state/stored-draft.ts'

/** Whether a code or a name is asked for, in the place of the first question; also right after a reload. */
export const pendingAtom = atom(hasPendingCode())
