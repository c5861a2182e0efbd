import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { FieldGroup } from '../../../ui/form/field-group.tsx'
import { formatDay } from '../../../ui/format-time.ts'
import { lazyModule, useLazyModule } from '../../../ui/lazy.tsx'
import { DayStrip } from '../../../ui/slots/day-strip.tsx'
import { stripDays } from '../../../ui/slots/free-days.ts'
import { useField } from '../state/use-field.ts'
import { LoadFailed } from './load-failed.tsx'
import { CalendarSkeleton, StripSkeleton } from './skeletons.tsx'
import type { FreeDays } from './use-free-days.ts'

/** MUI's calendar, by far the largest part: fetched while step 2 is being filled in. */
const monthCalendar = lazyModule(async () => {
  const { MonthCalendar, preparePickers } = await import('./month-calendar.tsx')
  await preparePickers()
  return { MonthCalendar }
})

type Props = {
  free: FreeDays
  /** Else the next days that have times. */
  isMonthOpen: boolean
  onDate: (date: string) => void
  onMonth: (month: string) => void
}

/** Date*: the next days with times, or the month. */
export function DatePanel({ free, isMonthOpen, onDate, onMonth }: Props) {
  const { t, i18n } = useTranslation('later')
  const field = useField('date')
  const hasArrived = free.days.length > 0
  useEffect(() => {
    // The times first; then the month, so that it opens at once and without a connection too.
    if (hasArrived) monthCalendar.load().catch(() => {})
  }, [hasArrived])
  const freeOn = useMemo(
    () => new Map(free.days.map(({ date, slots }) => [date, slots.length] as const)),
    [free.days],
  )
  const hasTimes = (date: string) => (freeOn.get(date) ?? 0) > 0
  const nameOf = (date: string) => {
    const day = formatDay(date, isoLanguage(i18n.language))
    return hasTimes(date) ? t('slots.dayFree', { day, count: freeOn.get(date) }) : t('slots.dayNone', { day })
  }
  return (
    <FieldGroup field={field} label={t('slots.date')} isLabelSeen={false}>
      {isMonthOpen ? (
        <Month free={free} date={field.value} {...{ hasTimes, nameOf, onDate, onMonth }} />
      ) : free.isLooking && free.next === undefined ? (
        <StripSkeleton />
      ) : (
        <DayStrip
          days={stripDays(free.days, field.value)}
          date={field.value}
          today={free.today}
          nameOf={nameOf}
          onDate={onDate}
        />
      )}
    </FieldGroup>
  )
}

type MonthProps = Omit<Props, 'isMonthOpen'> & {
  date: string
  hasTimes: (date: string) => boolean
  nameOf: (date: string) => string
}

function Month({ free, ...days }: MonthProps) {
  const { t } = useTranslation('later')
  const calendar = useLazyModule(monthCalendar)
  if (calendar.status === 'loading') return <CalendarSkeleton />
  if (calendar.status === 'failed')
    return (
      <LoadFailed
        text={t('slots.calendarFailed')}
        withReload={calendar.isRepeated}
        onRetry={calendar.retry}
      />
    )
  const { MonthCalendar } = calendar.module
  return <MonthCalendar today={free.today} last={free.last} isLoading={free.isMonthPending} {...days} />
}
