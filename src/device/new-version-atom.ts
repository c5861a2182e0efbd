import { atom } from 'jotai'

/** Whether a new version of the app is on this device and waits; 'putOff': whoever uses it wants none before the next start. */
export const newVersionAtom = atom<'none' | 'waits' | 'putOff'>('none')
