import { styled } from '@mui/material/styles'
import { useAtom } from 'jotai'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import { clinic } from '../../../clinic.ts'
import { clock } from '../../../clock.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Hint } from '../../../ui/card.tsx'
import { FieldGroup } from '../../../ui/form/field-group.tsx'
import { formatDay, formatTime, zoneCity } from '../../../ui/format-time.ts'
import { useLazyModule } from '../../../ui/lazy/lazy-module.ts'
import { bookingAtom } from '../booking-atom.ts'
import type { Slot } from '../booking-state.ts'
import { useField } from '../use-field.ts'
import { monthCalendar } from './lazy-calendar.ts'
import { LoadFailed } from './load-failed.tsx'
import { NoTimes } from './no-times.tsx'
import { OfflineTimes } from './offline-times.tsx'
import { CalendarSkeleton, TimeSkeleton } from './skeletons.tsx'
import { monthOf, nearestSlots } from './slot-days.ts'
import { TakenNotice } from './taken-notice.tsx'
import { TimeList } from './time-list.tsx'
import { useAskedService } from './use-asked-service.ts'
import { useFirstFreeDay, useGoneTime } from './use-chosen-slot.ts'
import { type FreeDays, useFreeDays } from './use-free-days.ts'

const Picker = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  alignItems: 'start',
  // Side by side from 900 px.
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 32 },
}))

const Frame = styled('section')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 })

const Gone = styled('p')(({ theme }) => ({
  marginBottom: '12px',
  color: theme.vars.palette.warning.main,
  fontWeight: 600,
}))

// A heading, though many languages write weekdays small.
const Day = styled('p')({
  marginBottom: '12px',
  fontWeight: 600,
  '&::first-letter': { textTransform: 'uppercase' },
})

const NEAREST = 3

/** Date* and Time* of step 3: only what is free can be chosen, all of it in clinic time. */
export function SlotPicker() {
  const { t } = useTranslation('booking')
  const [{ form, taken }, send] = useAtom(bookingAtom)
  const [month, setMonth] = useState(() => monthOf(form.date || clinicDate(clock.now(), clinic.timeZone)))
  const free = useFreeDays({ ...form, serviceId: useAskedService(), month })
  const times = free.days.find(({ date }) => date === form.date)?.slots ?? []
  const gone = useGoneTime(free.isDayKnown ? times : null)

  const choose = (slot: Slot) => {
    setMonth(monthOf(slot.date))
    send({ type: 'changed', change: slot })
  }
  const chooseDate = (date: string) => date !== form.date && choose({ date, time: '' })
  useFirstFreeDay(free.isLooking ? undefined : free.next, chooseDate)

  return (
    <Frame aria-labelledby="slots-title">
      <div>
        <h3 id="slots-title">{t('slots.title')}</h3>
        <Hint>{t('slots.zone', { city: zoneCity(clinic.timeZone) })}</Hint>
      </div>
      {taken && (
        <TakenNotice
          taken={taken}
          nearest={nearestSlots(free.days, taken, NEAREST)}
          isLooking={free.isDayFetching}
          onChoose={choose}
        />
      )}
      <OfflineTimes free={free} />
      {free.isFailed && free.isOnline && (
        <LoadFailed text={t('slots.failed')} busy={free.isFetching} onRetry={free.retry} />
      )}
      {(free.days.length > 0 || (!free.isFailed && free.isOnline)) && (
        <Picker>
          <DatePanel month={free} onDate={chooseDate} onMonth={setMonth} />
          <TimePanel free={free} times={times} gone={gone} onDate={chooseDate} />
        </Picker>
      )}
    </Frame>
  )
}

function DatePanel(props: {
  month: FreeDays
  onDate: (date: string) => void
  onMonth: (month: string) => void
}) {
  const { month, onDate, onMonth } = props
  const { t, i18n } = useTranslation('booking')
  const field = useField('date')
  const calendar = useLazyModule(monthCalendar)
  const freeOn = useMemo(
    () => new Map(month.days.map(({ date, slots }) => [date, slots.length] as const)),
    [month.days],
  )
  const hasTimes = (date: string) => (freeOn.get(date) ?? 0) > 0
  const nameOf = (date: string) => {
    const day = formatDay(date, isoLanguage(i18n.language))
    return hasTimes(date) ? t('slots.dayFree', { day, count: freeOn.get(date) }) : t('slots.dayNone', { day })
  }
  return (
    <FieldGroup field={field} label={t('slots.date')}>
      {calendar.status === 'failed' ? (
        <LoadFailed
          text={t('slots.calendarFailed')}
          withReload={calendar.isRepeated}
          onRetry={calendar.retry}
        />
      ) : calendar.status === 'loading' ? (
        <CalendarSkeleton />
      ) : (
        <calendar.module.MonthCalendar
          date={field.value}
          today={month.today}
          last={month.last}
          isLoading={month.isMonthPending}
          hasTimes={hasTimes}
          nameOf={nameOf}
          onDate={onDate}
          onMonth={onMonth}
        />
      )}
    </FieldGroup>
  )
}

function TimePanel(props: {
  free: FreeDays
  times: string[]
  gone: Slot | null
  onDate: (date: string) => void
}) {
  const { free, times, gone, onDate } = props
  const { t, i18n } = useTranslation('booking')
  const language = isoLanguage(i18n.language)
  const [{ form }, send] = useAtom(bookingAtom)
  const field = useField('time')
  return (
    <FieldGroup field={field} label={t('slots.time')}>
      {gone && times.length > 0 && (
        <Gone role="status">
          {t('slots.notFree', {
            time: formatTime(gone.time, language),
            day: formatDay(gone.date, language),
          })}
        </Gone>
      )}
      {form.date && times.length > 0 && <Day aria-live="polite">{formatDay(form.date, language)}</Day>}
      {times.length > 0 ? (
        <TimeList times={times} chosen={field.value} onChoose={field.change} />
      ) : free.isFailed || (!free.isOnline && free.isDayPending) ? null : free.isDayPending ? (
        <TimeSkeleton />
      ) : (
        <NoTimes
          date={form.date}
          next={free.next}
          isLooking={free.isLooking}
          last={free.last}
          doctor={form.doctor}
          onDate={onDate}
          onAnyDoctor={() => send({ type: 'changed', change: { doctorId: '', doctor: '', department: '' } })}
        />
      )}
    </FieldGroup>
  )
}
