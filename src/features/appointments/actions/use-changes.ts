import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../session/store.ts'
import type { DisabledReason } from '../../../ui/use-disabled-reason.ts'
import type { ChangeCounts } from '../live/changes-since.ts'
import { AppointmentChanges, type Outcome } from './changes.ts'

type Message =
  | Outcome
  /** Why nothing can be changed. */
  | { kind: 'cannot'; why: DisabledReason }
  /** The connection is back: what has happened meanwhile to what was on the screen. */
  | ({ kind: 'back' } & ChangeCounts)

/** What the bar tells; another number is another message. */
export type Notice = { number: number } & Message

const noticeState = atom<Notice | null>(null)
let lastNumber = 0

/** What the bar at the foot of the page tells, or null. */
export const noticeAtom = atom(
  (get) => get(noticeState),
  (_get, set, notice: Message | null) => {
    lastNumber += 1
    set(noticeState, notice && { ...notice, number: lastNumber })
  },
)

// A change may end when its page has been left; what became of it is not for the next one who signs in.
store.sub(tokenAtom, () => store.set(noticeAtom, null))

const changesOf = new WeakMap<QueryClient, AppointmentChanges>()

/** The changes of this page's appointments: they outlive the row they were asked for in. */
export function useChanges(): AppointmentChanges {
  const client = useQueryClient()
  let changes = changesOf.get(client)
  if (!changes) {
    changes = new AppointmentChanges(client, (outcome) => store.set(noticeAtom, outcome))
    changesOf.set(client, changes)
  }
  return changes
}

/** An appointment that is asked about before it is cancelled, and what had the focus when it was asked. */
export type ToCancel = { row: Appointment; opener: HTMLElement | null }
export const toCancelAtom = atom<ToCancel | null>(null)
