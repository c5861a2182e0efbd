import { atom } from 'jotai'

/** Whether a new version of the app waits on this device; 'putOff': the user postponed it to the next start. */
export const newVersionAtom = atom<'none' | 'waits' | 'putOff'>('none')
