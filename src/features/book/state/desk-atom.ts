import { atom } from 'jotai'
import type { BookAtDeskWire } from '../../../../contract/desk.ts'
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
  /** Whose visit ends the free time, and when it begins ('HH:mm'); null: nobody's. */
  next: { name: string; time: string } | null
}

/** What was typed before the connection went. */
export type NoteStart = {
  /** A record, where one was chosen. */
  patient: { id: string; name: string } | null
  firstName: string
  lastName: string
  phone: string
  isUnreachable: boolean
  serviceId: string
  minutes: number | null
  channel: 'phone' | 'desk' | 'walk_in'
  day: string
  time: string
  doctor: string
  /** It was sent and no answer came: it may be booked, and noted as it is it is the same booking. */
  attempt: { key: string; body: BookAtDeskWire } | null
}

/**
 * A new appointment that is being taken down.
 * @property place null: no time is chosen yet
 * @property patient for whom it was begun, from their record; null: somebody is to be found
 * @property note there is no connection: it can only be noted, with what was typed so far; left out: it is booked
 * @property request what was noted, and is to be corrected
 */
export type Desk = {
  place: DeskPlace | null
  location: string
  opener: HTMLElement | null
  patient: KnownPatient | null
  note?: Partial<NoteStart>
  request?: OfflineRequest
}

export const deskAtom = atom<Desk | null>(null)

// It is not for the next person who signs in.
for (const each of [tokenAtom, readOnlyAtom]) store.sub(each, () => store.set(deskAtom, null))
