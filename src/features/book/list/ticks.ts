import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'
import type { Confirmed } from './confirm-all.ts'

/** Rows that are selected, by id, each as it was then. */
export type Ticks = ReadonlyMap<string, Appointment>
export const NO_TICKS: Ticks = new Map()

/** The rows that are to be confirmed together, of all pages of the list. */
export const ticksAtom = atom<Ticks>(NO_TICKS)

// They are not for the next person who signs in.
store.sub(tokenAtom, () => store.set(ticksAtom, NO_TICKS))

export const canConfirm = ({ status }: Pick<Appointment, 'status'>): boolean => status === 'open'

/** Whether a row is selected as it is: one that somebody has moved or changed since is not selected any more. */
export const isTicked = (ticks: Ticks, row: Appointment): boolean =>
  ticks.get(row.id)?.version === row.version && canConfirm(row)

/** Selection with some rows added or removed. */
export function withTicks(ticks: Ticks, rows: readonly Appointment[], areTicked: boolean): Ticks {
  const changed = new Map(ticks)
  for (const row of rows) {
    if (areTicked) changed.set(row.id, row)
    else changed.delete(row.id)
  }
  return changed
}

/** The selected rows that can be confirmed. Of those on view the ones that have changed since are left out. */
export function tickedRows(ticks: Ticks, shown: readonly Appointment[]): Appointment[] {
  const changed = new Set(shown.filter((row) => !isTicked(ticks, row)).map(({ id }) => id))
  return [...ticks.values()].filter((row) => canConfirm(row) && !changed.has(row.id))
}

/** Selection after a bulk action: failed rows in their present version, and untried ones. */
export function ticksAfter(ticks: Ticks, { confirmed, failed }: Confirmed): Ticks {
  const left = withTicks(
    ticks,
    confirmed.map(({ row }) => row),
    false,
  )
  return withTicks(
    left,
    failed.map(({ row }) => row),
    true,
  )
}
