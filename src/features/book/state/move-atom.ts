import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'

/** The visit that is to be moved by choosing a time; `opener` had the focus before. */
export type ToMove = { row: Appointment; opener: HTMLElement | null }
export const toMoveAtom = atom<ToMove | null>(null)

store.sub(tokenAtom, () => store.set(toMoveAtom, null))
