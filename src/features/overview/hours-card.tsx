import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../contract/overview.ts'
import { WEEK } from '../../ui/weekdays.ts'
import { BarColumns } from './bars.tsx'
import { busiestHour } from './findings.ts'
import { OverviewCard } from './overview-card.tsx'
import { useWords } from './use-words.ts'

/** When visits begin: by the hour, and in the table by weekday too. */
export function HoursCard({ overview: { from, hours } }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const words = useWords()
  const top = busiestHour(hours)
  const visitsAt = (hour: number, weekday?: number) =>
    hours
      .filter((each) => each.hour === hour && (weekday === undefined || each.weekday === weekday))
      .reduce((sum, { visits }) => sum + visits, 0)
  const all = hours.map(({ hour }) => hour)
  const [first, last] = [Math.min(...all), Math.max(...all)]
  const span = hours.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const weekdays = WEEK.filter((weekday) => hours.some((each) => each.weekday === weekday))
  const busiest = [...span].sort((one, other) => visitsAt(other) - visitsAt(one))[0]
  const bold = () => {
    if (hours.length === 0) return t('hours.none')
    return top
      ? t('hours.top', { weekday: words.weekday(top.weekday), hour: words.hour(top.hour) })
      : t('nothing')
  }
  return (
    <OverviewCard
      title={t('hours.title')}
      finding={bold()}
      detail={busiest === undefined ? '' : t('hours.most', { hour: words.hour(busiest) })}
      file={`${t('hours.file')}-${from}`}
      table={{
        head: [t('columns.hour'), ...weekdays.map(words.shortWeekday), t('columns.together')],
        rows: span.map((hour) => [
          words.hour(hour),
          ...weekdays.map((weekday) => visitsAt(hour, weekday)),
          visitsAt(hour),
        ]),
      }}
    >
      {hours.length > 0 && (
        <BarColumns
          label={t('hours.title')}
          names={span.map(words.hour)}
          series={[{ name: t('columns.visits'), values: span.map((hour) => visitsAt(hour)) }]}
          format={words.count}
        />
      )}
    </OverviewCard>
  )
}
