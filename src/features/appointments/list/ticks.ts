import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../session/store.ts'

/** Ids of the rows that are ticked, to be confirmed together. */
export const ticksAtom = atom<ReadonlySet<string>>(new Set<string>())

// They are not for the next person who signs in.
store.sub(tokenAtom, () => store.set(ticksAtom, new Set<string>()))

export const canConfirm = ({ status }: Pick<Appointment, 'status'>): boolean => status === 'open'

/** With or without one of them. */
export function withTick(ticks: ReadonlySet<string>, id: string, isTicked: boolean): ReadonlySet<string> {
  const changed = new Set(ticks)
  if (isTicked) changed.add(id)
  else changed.delete(id)
  return changed
}
