import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'
import { closeAtom } from '../../../ui/messages.ts'
import { AppointmentChanges, type Outcome } from './changes.ts'

/** Outcome of the last change, until it is shown (action-surfaces.tsx). It may come after its page was left. */
export const outcomeAtom = atom<Outcome | null>(null)

// It is not for the next person who signs in.
store.sub(tokenAtom, () => {
  store.set(outcomeAtom, null)
  store.set(closeAtom)
})

const changesOf = new WeakMap<QueryClient, AppointmentChanges>()

/** The changes outlive the row that started them. */
export function useChanges(): AppointmentChanges {
  const client = useQueryClient()
  let changes = changesOf.get(client)
  if (!changes) {
    changes = new AppointmentChanges(client, (outcome) => {
      store.set(closeAtom)
      store.set(outcomeAtom, outcome)
    })
    changesOf.set(client, changes)
  }
  return changes
}

/** `opener` had the focus before the question. */
export type ToCancel = { row: Appointment; opener: HTMLElement | null }
export const toCancelAtom = atom<ToCancel | null>(null)
