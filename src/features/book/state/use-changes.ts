import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'
import type { DisabledReason } from '../../../ui/use-disabled-reason.ts'
import { AppointmentChanges, type Outcome } from './changes.ts'
import type { ChangeCounts } from './changes-since.ts'

type Message =
  | Outcome
  | { kind: 'booked'; row: Appointment }
  | { kind: 'notCancelled'; row: Appointment }
  /** Number of appointments confirmed together. */
  | { kind: 'confirmedAll'; count: number }
  | { kind: 'cannot'; why: DisabledReason }
  /** An offline request under this number, which is not booked. */
  | { kind: 'saved'; request: number; name: string }
  /** The connection is back: counts of what changed on the screen meanwhile. */
  | ({ kind: 'back' } & ChangeCounts)

/** A new number marks a new message. */
export type Notice = { number: number } & Message

const noticeState = atom<Notice | null>(null)
let lastNumber = 0

export const noticeAtom = atom(
  (get) => get(noticeState),
  (_get, set, notice: Message | null) => {
    lastNumber += 1
    set(noticeState, notice && { ...notice, number: lastNumber })
  },
)

// A change may end after its page was left; its outcome is not for the next person who signs in.
store.sub(tokenAtom, () => store.set(noticeAtom, null))

const changesOf = new WeakMap<QueryClient, AppointmentChanges>()

/** The changes outlive the row that started them. */
export function useChanges(): AppointmentChanges {
  const client = useQueryClient()
  let changes = changesOf.get(client)
  if (!changes) {
    changes = new AppointmentChanges(client, (outcome) => store.set(noticeAtom, outcome))
    changesOf.set(client, changes)
  }
  return changes
}

/** `opener` had the focus before the question. */
export type ToCancel = { row: Appointment; opener: HTMLElement | null }
export const toCancelAtom = atom<ToCancel | null>(null)
