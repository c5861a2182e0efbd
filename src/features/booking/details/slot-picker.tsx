import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtom, useAtomValue } from 'jotai'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clinicDate } from '../../../../domain/clinic-time.ts'
import { clock } from '../../../clock.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { Hint } from '../../../ui/card.tsx'
import { FieldGroup } from '../../../ui/form/field-group.tsx'
import { clocksAgree, formatDay, formatTime, zoneCity } from '../../../ui/format-time.ts'
import { lazyModule, useLazyModule, withTexts } from '../../../ui/lazy.tsx'
import { TimeList } from '../../../ui/slots/time-list.tsx'
import { useClinic } from '../../../use-clinic.ts'
import { bookingAtom } from '../state/booking-atom.ts'
import type { Slot } from '../state/booking-state.ts'
import { useField } from '../state/use-field.ts'
import { CallClinic } from '../step/call-clinic.tsx'
import { DatePanel } from './date-panel.tsx'
import { LoadFailed } from './load-failed.tsx'
import { OfflineTimes } from './offline-times.tsx'
import { TimeSkeleton } from './skeletons.tsx'
import { isGone, monthOf, nearestSlots } from './slot-days.ts'
import { TakenNotice } from './taken-notice.tsx'
import { useAskedService } from './use-asked-service.ts'
import { type FreeDays, useFreeDays } from './use-free-days.ts'

/* Waiting is the server's, so that it is kept on no device. */
const waitInstead = lazyModule(
  async () => (await withTexts(import('./wait-instead.tsx'), 'wish')).WaitInstead,
)

const Picker = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignItems: 'start',
  // A month and its times side by side from 900 px.
  [theme.breakpoints.up('md')]: {
    '&[data-month=true]': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 32 },
  },
}))

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
})

const Frame = styled('section')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 })

const Gone = styled('p')(({ theme }) => ({
  marginBottom: '12px',
  color: theme.vars.palette.warning.main,
  fontWeight: 600,
}))

// A heading, though many languages write weekdays small.
export const Day = styled('p')({
  marginBottom: '12px',
  fontWeight: 600,
  '&::first-letter': { textTransform: 'uppercase' },
})

const NEAREST = 3

/** Date* and Time* of step 3: only what is free can be chosen, all of it in clinic time. */
export function SlotPicker() {
  const clinic = useClinic()
  const { t } = useTranslation('later')
  const [{ form, taken }, send] = useAtom(bookingAtom)
  const [isMonthOpen, setMonthOpen] = useState(false)
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
      <Head>
        <h3 id="slots-title">{t('slots.title')}</h3>
        <Button
          startIcon={<CalendarDays size={18} />}
          aria-pressed={isMonthOpen}
          onClick={() => setMonthOpen(!isMonthOpen)}
        >
          {t('slots.month')}
        </Button>
      </Head>
      <Hint data-zone hidden={clocksAgree(clinic.timeZone, clock.now())}>
        {t('slots.zone', { city: zoneCity(clinic.timeZone) })}
      </Hint>
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
        <Picker data-month={isMonthOpen}>
          <DatePanel free={free} isMonthOpen={isMonthOpen} onDate={chooseDate} onMonth={setMonth} />
          <TimePanel free={free} times={times} gone={gone} onDate={chooseDate} />
        </Picker>
      )}
      {free.isOnline && <NothingSuits />}
    </Frame>
  )
}

/** The way to the waiting list. */
function NothingSuits() {
  const { t } = useTranslation('later')
  const [isWanted, setWanted] = useState(false)
  const wait = useLazyModule(waitInstead, isWanted)
  if (isWanted && wait.status === 'ready') return <wait.module />
  return (
    <Button
      sx={{ justifySelf: 'start' }}
      aria-busy={isWanted && wait.status === 'loading'}
      // What could not be fetched is tried again.
      onClick={() => (wait.status === 'failed' ? wait.retry() : setWanted(true))}
    >
      {t('slots.nothingSuits')}
    </Button>
  )
}

function TimePanel(props: {
  free: FreeDays
  times: string[]
  gone: Slot | null
  onDate: (date: string) => void
}) {
  const { free, times, gone, onDate } = props
  const { t, i18n } = useTranslation('later')
  const language = isoLanguage(i18n.language)
  const [{ form }, send] = useAtom(bookingAtom)
  const field = useField('time')
  return (
    <FieldGroup field={field} label={t('slots.time')} isLabelSeen={false}>
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

/** Shows the first day with free times when none is chosen, so that the quickest booking is one press. */
function useFirstFreeDay(next: string | undefined, onDate: (date: string) => void) {
  const { form } = useAtomValue(bookingAtom)
  const isUnset = form.date === ''
  useEffect(() => {
    if (isUnset && next) onDate(next)
  }, [isUnset, next])
}

/**
 * Clears a chosen slot that is no longer free: after a change of doctor, in a draft of yesterday, or booked by
 * another patient.
 * @param times the free times of the chosen day, or null while they aren't known for certain
 * @returns the cleared slot, until another is chosen
 */
function useGoneTime(times: readonly string[] | null): Slot | null {
  const [{ form, taken }, send] = useAtom(bookingAtom)
  const [gone, setGone] = useState<Slot | null>(null)
  const { date, time } = form
  useEffect(() => {
    if (!isGone(time, times)) return
    setGone({ date, time })
    send({ type: 'changed', change: { time: '' } })
  }, [times, date, time, send])
  return time === '' && !taken && gone?.date === date ? gone : null
}

const Box = styled('div')({ display: 'grid', gap: 12, justifyItems: 'start' })

type Props = {
  /** The day without free times, 'YYYY-MM-DD'; empty when no day has been chosen. */
  date: string
  /** The next day that has some. */
  next: string | undefined
  isLooking: boolean
  /** The last day that can be booked. */
  last: string
  /** The chosen doctor's name, or empty. */
  doctor: string
  onDate: (date: string) => void
  onAnyDoctor: () => void
}

/** Says of a day without free times which next one has some, one press away. */
function NoTimes({ date, next, isLooking, last, doctor, onDate, onAnyDoctor }: Props) {
  const { t, i18n } = useTranslation('later')
  const dayLabel = (day: string) => formatDay(day, isoLanguage(i18n.language))
  if (isLooking) return <Hint role="status">{t('slots.looking')}</Hint>
  if (!next) {
    return (
      <Box role="status">
        <p>
          {doctor
            ? t('slots.noneWithDoctor', { doctor, day: dayLabel(last) })
            : t('slots.noneAtAll', { day: dayLabel(last) })}
        </p>
        {doctor ? (
          <Button variant="outlined" onClick={onAnyDoctor}>
            {t('slots.tryAny')}
          </Button>
        ) : (
          <CallClinic />
        )}
      </Box>
    )
  }
  return (
    <Box role="status">
      <div>
        {date && <p>{t('slots.none', { day: dayLabel(date) })}</p>}
        <Hint>{t('slots.next', { day: dayLabel(next) })}</Hint>
      </div>
      <Button variant="outlined" onClick={() => onDate(next)}>
        {t('slots.goNext', { day: dayLabel(next) })}
      </Button>
    </Box>
  )
}
