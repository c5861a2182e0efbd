import { atom } from 'jotai'
import type { OfflineRequest } from '../../../offline/requests/request.ts'
import type { KnownPatient } from '../../../session/book-for.ts'
import { readOnlyAtom, tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'

/** A time at which somebody may be booked; `from` in minutes of the day, `free` how many follow it. */
export type DeskPlace = {
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  location: string
  doctor: { id: string; name: string }
  from: number
  to: number
  free: number
  /** The next appointment after the gap, and its start ('HH:mm'); null: none. */
  next: { name: string; time: string } | null
}

/**
 * A new appointment that is being taken down.
 * @property place null: no time is chosen yet
 * @property patient for whom it was begun, from their record; null: somebody is to be found
 * @property request an offline request that is to be corrected
 */
export type Desk = {
  place: DeskPlace | null
  location: string
  opener: HTMLElement | null
  patient: KnownPatient | null
  request?: OfflineRequest
}

export const deskAtom = atom<Desk | null>(null)

// It is not for the next person who signs in.
for (const each of [tokenAtom, readOnlyAtom]) store.sub(each, () => store.set(deskAtom, null))
