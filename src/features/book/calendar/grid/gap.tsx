import Plus from 'lucide-react/icons/plus'
import { memo } from 'react'
import { placeOf } from '../../day/places.ts'
import type { DeskPlace } from '../../state/desk-atom.ts'
import { part } from '../../state/parts.ts'
import type { CalendarWords } from './use-calendar-words.ts'

export type GapPlace = DeskPlace

type Props = {
  of: GapPlace
  words: CalendarWords
  /** The day as spoken, 'Mon 4 Mar'. */
  day: string
  isChosen: boolean
  onPress: (gap: GapPlace) => void
}

export const Gap = memo(function Gap({ of, words, day, isChosen, onPress }: Props) {
  const time = words.time(of.from)
  const free = words.free(of.free)
  return (
    <li
      className="gap"
      {...part('gap')}
      style={placeOf(of)}
      data-item
      data-from={of.from}
      data-chosen={isChosen || undefined}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={words.t('calendar.hole', {
          time,
          day,
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
