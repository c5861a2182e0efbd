import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DESK_STEP_MINUTES } from '../../../../domain/slots.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { useMomentField } from '../../../ui/pickers/use-moment-field.ts'

type Props = {
  label: string
  kind: 'day' | 'time'
  /** 'YYYY-MM-DD' or 'HH:mm' in clinic time; empty: none; else half of it is typed. */
  value: string
  /** The first day that can be chosen. */
  min?: string
  onValue: (value: string) => void
}

/** Whether a day or a time is typed whole. */
export const isWhole = (value: string) => value.length > 1

/** A day or a time in the panel, by the pickers of the house. */
export function MomentLine({ label, kind, value, min, onValue }: Props) {
  const { i18n } = useTranslation()
  const language = isoLanguage(i18n.language)
  const id = useId()
  const MomentField = useMomentField(() => {})
  if (MomentField) {
    return (
      <MomentField
        field={{ id, value, error: undefined, change: onValue }}
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
