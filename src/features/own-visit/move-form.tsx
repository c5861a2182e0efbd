import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AVAILABILITY_MAX_DAYS, type DayAvailability } from '../../../contract/availability.ts'
import type { MoveOwnVisit, OwnVisit } from '../../../contract/own-visit.ts'
import { bookableDays } from '../../../domain/booking.ts'
import { addDays } from '../../../domain/clinic-time.ts'
import { fetchOwnVisitTimes } from '../../api/own-visit.ts'
import { clinic } from '../../clinic.ts'
import { clock } from '../../clock.ts'
import { newKey } from '../../http/new-key.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { clocksAgree, formatDay, zoneCity } from '../../ui/format-time.ts'
import { DayStrip } from '../../ui/slots/day-strip.tsx'
import { stripDays } from '../../ui/slots/free-days.ts'
import { TimeList } from '../../ui/slots/time-list.tsx'
import { useWhen } from './use-when.ts'

const Skeleton = styled('div')(({ theme }) => ({
  height: 84,
  borderRadius: 8,
  opacity: 0.6,
  backgroundColor: theme.vars.palette.divider,
}))

// A heading, though many languages write weekdays small.
const Day = styled('h3')({ fontSize: '1rem', '&::first-letter': { textTransform: 'uppercase' } })

type Props = {
  token: string
  visit: OwnVisit
  busy: boolean
  /** @returns whether it was moved */
  onMove: (slot: MoveOwnVisit, key: string) => Promise<boolean>
  onClose: () => void
}

type Times = { is: 'loading' } | { is: 'failed' } | { is: 'there'; days: DayAvailability[] }

/** Another time at the same place: the next days that have some, and their times. */
export function MoveForm({ token, visit, busy, onMove, onClose }: Props) {
  const { t, i18n } = useTranslation(['visit', 'booking', 'later'])
  const language = isoLanguage(i18n.language)
  const when = useWhen()
  const [times, setTimes] = useState<Times>({ is: 'loading' })
  const [tries, setTries] = useState(0)
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  // A lost answer may have been a success: the same time is asked for under the same key.
  const attempt = useRef({ slot: '', key: '' })

  useEffect(() => title.current?.focus(), [])
  useEffect(() => {
    const controller = new AbortController()
    const { from, to } = bookableDays(clock.now(), clinic.horizonDays, clinic.timeZone)
    const last = addDays(from, AVAILABILITY_MAX_DAYS - 1)
    fetchOwnVisitTimes(token, { from, to: to < last ? to : last }, controller.signal).then(
      (days) => {
        setTimes({ is: 'there', days })
        setDate((chosen) =>
          days.some((day) => day.date === chosen && day.slots.length > 0)
            ? chosen
            : (days.find(({ slots }) => slots.length > 0)?.date ?? ''),
        )
      },
      () => {
        if (!controller.signal.aborted) setTimes({ is: 'failed' })
      },
    )
    return () => controller.abort()
  }, [token, tries])

  const days = times.is === 'there' ? times.days : []
  const slots = days.find((day) => day.date === date)?.slots ?? []
  const nameOf = (day: string) =>
    t('later:slots.dayFree', {
      day: formatDay(day, language),
      count: days.find((each) => each.date === day)?.slots.length ?? 0,
    })

  async function move() {
    const slot = `${date} ${time}`
    if (attempt.current.slot !== slot) attempt.current = { slot, key: newKey() }
    const isMoved = await onMove({ appointment_date: date, start_time: time }, attempt.current.key)
    if (isMoved) return
    // It may have been taken meanwhile.
    setTries((before) => before + 1)
  }

  const { phone } = visit.place
  return (
    <Card aria-labelledby="move-title">
      <h2 id="move-title" ref={title} tabIndex={-1}>
        {t('move.title')}
      </h2>
      {!clocksAgree(clinic.timeZone, clock.now()) && (
        <Hint>{t('later:slots.zone', { city: zoneCity(clinic.timeZone) })}</Hint>
      )}
      {times.is === 'loading' && <Skeleton role="status" aria-label={t('later:slots.loading')} />}
      {times.is === 'failed' && (
        <>
          <p role="alert">{t('later:slots.failed')}</p>
          <Button variant="outlined" onClick={() => setTries(tries + 1)}>
            {t('retry')}
          </Button>
        </>
      )}
      {times.is === 'there' && slots.length === 0 && (
        <p role="status">
          {t('move.none')} {phone !== null && <PhoneLink phone={phone} />}
        </p>
      )}
      {slots.length > 0 && (
        <>
          <DayStrip
            days={stripDays(days, date)}
            date={date}
            today={when.today}
            nameOf={nameOf}
            onDate={(day) => {
              setDate(day)
              setTime('')
            }}
          />
          <Day aria-live="polite">{formatDay(date, language)}</Day>
          <TimeList times={slots} chosen={time} onChoose={setTime} />
          <Button
            variant="contained"
            aria-busy={busy}
            disabled={!slots.includes(time)}
            onClick={() => void move()}
          >
            {slots.includes(time) ? t('move.send', { when: when.slot(date, time) }) : t('move.choose')}
          </Button>
        </>
      )}
      <Button onClick={onClose}>{t('move.close')}</Button>
    </Card>
  )
}
