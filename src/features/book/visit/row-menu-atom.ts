import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'

/** `at` is the upper right corner of the menu on the screen. */
export type OpenMenu = { row: Appointment; opener: HTMLElement; at: { top: number; left: number } }

export const rowMenuAtom = atom<OpenMenu | null>(null)

export const ROW_MENU_ID = 'appointment-menu'
