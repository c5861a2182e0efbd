import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DESK_STEP_MINUTES } from '../../../../domain/slots.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { useMomentField } from '../../../ui/pickers/use-moment-field.ts'
import type { LineField } from './lines.tsx'

type Props = {
  /** Its value is 'YYYY-MM-DD' or 'HH:mm' in clinic time; empty: none; else half of it is typed. */
  field: LineField
  label: string
  kind: 'day' | 'time'
  /** The first day that can be chosen. */
  min?: string
}

/** A day or a time in the panel, by the pickers of the house. */
export function MomentLine({ field, label, kind, min }: Props) {
  const { i18n } = useTranslation()
  const language = isoLanguage(i18n.language)
  const id = useId()
  const MomentField = useMomentField(() => {})
  const { value, change, error } = field
  if (MomentField) {
    return (
      <MomentField
        // What is wrong is said below all fields.
        field={{ id, value, error: error === undefined ? undefined : '', change }}
        label={label}
        kind={kind}
        isDense
        step={DESK_STEP_MINUTES}
        {...(min !== undefined && { min })}
      />
    )
  }
  return (
    <div className="label">
      {label}
      <span>{value && (kind === 'day' ? shortDay(value, language) : formatTime(value, language))}</span>
    </div>
  )
}
