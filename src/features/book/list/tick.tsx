import { useAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { useNaming } from '../state/use-naming.ts'
import { canConfirm, isTicked, ticksAtom, withTicks } from './ticks.ts'

/** Chooses a row that can be confirmed. */
export function Tick({ of: row }: { of: Appointment }) {
  const { t } = useTranslation('appointments')
  const naming = useNaming()
  const [ticks, setTicks] = useAtom(ticksAtom)
  if (!canConfirm(row)) return null
  return (
    <label className="tick">
      <input
        type="checkbox"
        aria-label={t('list.tickOf', { who: naming(row) })}
        checked={isTicked(ticks, row)}
        onChange={({ target }) => setTicks(withTicks(ticks, [row], target.checked))}
      />
    </label>
  )
}

/** Selects all rows of a page that can be confirmed, or none of them. */
export function TickAll({ rows }: { rows: readonly Appointment[] }) {
  const { t } = useTranslation('appointments')
  const [ticks, setTicks] = useAtom(ticksAtom)
  const those = rows.filter(canConfirm)
  const ticked = those.filter((row) => isTicked(ticks, row)).length
  return (
    <span className="tick">
      <input
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && ticked < those.length
        }}
        type="checkbox"
        aria-label={t('list.tickAll')}
        disabled={those.length === 0}
        checked={those.length > 0 && ticked === those.length}
        onChange={({ target }) => setTicks(withTicks(ticks, those, target.checked))}
      />
    </span>
  )
}
