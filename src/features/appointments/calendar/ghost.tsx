import Ban from 'lucide:ban'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { shortDay } from '../../../ui/format-time.ts'
import { patientName } from '../actions/appointment-label.ts'
import type { Column } from './arrange.ts'
import { formatMinutes, formatSpan } from './format-span.ts'
import { freeUntil, hindrance, nearestStarts } from './landing.ts'
import { place } from './places.ts'
import { lengthOf } from './spans.ts'
import type { Moving } from './use-moving.ts'

type Props = {
  moving: Moving
  columns: readonly Column[]
  /** First minute that isn't over, of a day. */
  firstOf: (day: string) => number
}

/** A visit on its way, with a note that says where it would land, or why it cannot. */
export function Ghost({ moving, columns, firstOf }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const { row, span, what, by } = moving
  const column = columns[moving.column]
  if (!column) return null
  const first = what === 'length' ? 0 : firstOf(column.day)
  const obstacle = hindrance(column, span, row.id, first)
  const time = formatMinutes(span.from, language)
  const doctor = column.doctor.name
  const nearest = obstacle ? nearestStarts(column, span, row.id, first) : []
  const whyNot = () => {
    if (obstacle?.why === 'visit') return t('move.taken', { name: patientName(obstacle.row) })
    if (obstacle?.why === 'blocked') {
      return t('move.blocked', { words: obstacle.by.words, time: formatMinutes(obstacle.by.to, language) })
    }
    return t(`move.${obstacle?.why ?? 'closed'}`)
  }
  const lines = obstacle
    ? [
        whyNot(),
        ...(nearest.length > 0
          ? [
              t('move.nearest', {
                doctor,
                times: nearest.map((at) => formatMinutes(at, language)).join(', '),
              }),
            ]
          : []),
        t(by === 'keys' ? 'move.cannot' : 'move.letGoBack'),
      ]
    : [
        what === 'length'
          ? `${formatSpan(span, language)}, ${t('calendar.minutes', { minutes: lengthOf(span) })}`
          : `${shortDay(column.day, language)}, ${time}`,
        t('move.freeUntil', { doctor, time: formatMinutes(freeUntil(column, row.id, span.from), language) }),
        t(by === 'keys' ? 'move.enter' : 'move.letGo'),
      ]
  return (
    <>
      <div
        className="ghost"
        data-blocked={obstacle !== null || undefined}
        style={place({ '--from': span.from, '--to': span.to })}
      >
        <strong>{patientName(row)}</strong>
        <span>
          {obstacle && <Ban size={14} aria-hidden="true" />}
          {time}
        </span>
      </div>
      <div className="note" style={place({ '--from': span.from, '--to': span.to })}>
        {lines.map((line, i) =>
          i === 0 ? <strong key={line}>{line}</strong> : <span key={line}>{line}</span>,
        )}
      </div>
    </>
  )
}
