import Plus from 'lucide:plus'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { shortDay } from '../../../ui/format-time.ts'
import type { DeskPlace } from '../desk/desk-atom.ts'
import { formatMinutes } from './format-span.ts'
import { placeOf } from './places.ts'
import { useDurationText } from './use-duration-text.ts'

export type HolePlace = DeskPlace

type Props = {
  of: HolePlace
  isChosen: boolean
  onPress: (hole: HolePlace) => void
}

export const Hole = memo(function Hole({ of, isChosen, onPress }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const duration = useDurationText()
  const time = formatMinutes(of.from, language)
  const free = t('calendar.free', { time: duration(of.free) })
  return (
    <li
      className="hole"
      style={placeOf(of)}
      data-item
      data-from={of.from}
      data-chosen={isChosen || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('calendar.hole', {
          time,
          day: shortDay(of.day, language),
          doctor: of.doctor.name,
          free,
        })}
        aria-haspopup="dialog"
        onClick={() => onPress(of)}
      >
        <Plus size={16} aria-hidden="true" />
        <b>{time}</b>
      </button>
      <small aria-hidden="true">{free}</small>
    </li>
  )
})
