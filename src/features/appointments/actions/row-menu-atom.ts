import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'

/** The menu of a row: whose it is, the button that opened it, and where its upper right corner is on the screen. */
export type OpenMenu = { row: Appointment; opener: HTMLElement; at: { top: number; left: number } }

/** The one menu that is open, or null. */
export const rowMenuAtom = atom<OpenMenu | null>(null)

export const ROW_MENU_ID = 'appointment-menu'
