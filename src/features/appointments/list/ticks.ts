import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../session/store.ts'

/** Of the rows that are ticked, to be confirmed together: the `tickOf` of each. */
export const ticksAtom = atom<ReadonlySet<string>>(new Set<string>())

// They are not for the next person who signs in.
store.sub(tokenAtom, () => store.set(ticksAtom, new Set<string>()))

export const canConfirm = ({ status }: Pick<Appointment, 'status'>): boolean => status === 'open'

/** A row as it was ticked: one that somebody has moved or changed since is not ticked any more. */
export const tickOf = ({ id, version }: Pick<Appointment, 'id' | 'version'>): string => `${id} ${version}`

/** With or without one of them. */
export function withTick(ticks: ReadonlySet<string>, tick: string, isTicked: boolean): ReadonlySet<string> {
  const changed = new Set(ticks)
  if (isTicked) changed.add(tick)
  else changed.delete(tick)
  return changed
}
