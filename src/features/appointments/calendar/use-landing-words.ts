import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { patientName } from '../actions/appointment-label.ts'
import { formatMinutes, formatSpan } from './format-span.ts'
import { freeUntil, type Hindrance, hindrance, type Landing, nearestStarts } from './landing.ts'
import type { Moving } from './moving.ts'
import { lengthOf } from './spans.ts'

/** What is said of a visit on its way: where it would land, or why it cannot. */
export type LandingWords = { canLand: boolean; time: string; lines: readonly string[] }

/** @returns the words of a step. Its `first` is the first minute of the day that isn't over. */
export function useLandingWords(): (moving: Moving, landing: Landing, first: number) => LandingWords {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const whyNot = (obstacle: Hindrance) => {
    if (obstacle.why === 'visit') return t('move.taken', { name: patientName(obstacle.row) })
    if (obstacle.why === 'blocked') {
      return t('move.blocked', { words: obstacle.by.words, time: formatMinutes(obstacle.by.to, language) })
    }
    return t(`move.${obstacle.why}`)
  }
  return ({ span, what, by }, landing, first) => {
    const { day, doctor } = landing.column
    const obstacle = hindrance(landing, span, first)
    const time = formatMinutes(span.from, language)
    if (obstacle === null) {
      const until = formatMinutes(freeUntil(landing, span.from), language)
      return {
        canLand: true,
        time,
        lines: [
          what === 'length'
            ? `${formatSpan(span, language)}, ${t('calendar.minutes', { minutes: lengthOf(span) })}`
            : `${shortDay(day, language)}, ${time}`,
          t('move.freeUntil', { doctor: doctor.name, time: until }),
          t(by === 'keys' ? 'move.enter' : 'move.letGo'),
        ],
      }
    }
    const times = nearestStarts(landing, span, first).map((at) => formatMinutes(at, language))
    return {
      canLand: false,
      time,
      lines: [
        whyNot(obstacle),
        ...(times.length > 0 ? [t('move.nearest', { doctor: doctor.name, times: times.join(', ') })] : []),
        t(by === 'keys' ? 'move.cannot' : 'move.letGoBack'),
      ],
    }
  }
}
