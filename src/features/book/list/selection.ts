import { atom } from 'jotai'
import type { Appointment } from '../../../../contract/appointments.ts'
import { tokenAtom } from '../../../session/session-atoms.ts'
import { store } from '../../../store.ts'
import type { Confirmed } from './confirm-all.ts'

/** Rows that are selected, by id, each as it was then. */
export type Selection = ReadonlyMap<string, Appointment>
export const NO_SELECTION: Selection = new Map()

/** The rows that are to be confirmed together, of all pages of the list. */
export const selectionAtom = atom<Selection>(NO_SELECTION)

// They are not for the next person who signs in.
store.sub(tokenAtom, () => store.set(selectionAtom, NO_SELECTION))

export const canConfirm = ({ status }: Pick<Appointment, 'status'>): boolean => status === 'open'

/** Whether a row is selected as it is: one that somebody has moved or changed since is not selected any more. */
export const isSelected = (selection: Selection, row: Appointment): boolean =>
  selection.get(row.id)?.version === row.version && canConfirm(row)

/** Selection with some rows added or removed. */
export function withRows(
  selection: Selection,
  rows: readonly Appointment[],
  areSelected: boolean,
): Selection {
  const changed = new Map(selection)
  for (const row of rows) {
    if (areSelected) changed.set(row.id, row)
    else changed.delete(row.id)
  }
  return changed
}

/** The selected rows that can be confirmed. Of those on view the ones that have changed since are left out. */
export function selectedRows(selection: Selection, shown: readonly Appointment[]): Appointment[] {
  const changed = new Set(shown.filter((row) => !isSelected(selection, row)).map(({ id }) => id))
  return [...selection.values()].filter((row) => canConfirm(row) && !changed.has(row.id))
}

/** Selection after a bulk action: failed rows in their present version, and untried ones. */
export function selectionAfter(selection: Selection, { confirmed, failed }: Confirmed): Selection {
  const left = withRows(
    selection,
    confirmed.map(({ row }) => row),
    false,
  )
  return withRows(
    left,
    failed.map(({ row }) => row),
    true,
  )
}
