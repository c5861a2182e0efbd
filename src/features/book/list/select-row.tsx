import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { useNaming } from '../state/use-naming.ts'
import { canConfirm, isSelected, selectionAtom, withRows } from './selection.ts'

/** Chooses a row that can be confirmed. */
export function SelectRow({ of: row }: { of: Appointment }) {
  const { t } = useTranslation('appointments')
  const naming = useNaming()
  const [selection, setSelection] = useAtom(selectionAtom)
  if (!canConfirm(row)) return null
  return (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={t('list.tickOf', { who: naming(row) })}
        checked={isSelected(selection, row)}
        onChange={({ target }) => setSelection(withRows(selection, [row], target.checked))}
      />
    </label>
  )
}

/** Selects all rows of a page that can be confirmed, or none of them. */
export function SelectAll({ rows }: { rows: readonly Appointment[] }) {
  const { t } = useTranslation('appointments')
  const [selection, setSelection] = useAtom(selectionAtom)
  const those = rows.filter(canConfirm)
  const selected = those.filter((row) => isSelected(selection, row)).length
  return (
    <span className="tick">
      <input
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < those.length
        }}
        type="checkbox"
        aria-label={t('list.tickAll')}
        disabled={those.length === 0}
        checked={those.length > 0 && selected === those.length}
        onChange={({ target }) => setSelection(withRows(selection, those, target.checked))}
      />
    </span>
  )
}
