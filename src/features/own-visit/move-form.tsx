import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import type { MoveOwnVisit, OwnVisitDay } from '../../../contract/own-visit-calls.ts'
import { bookableDays } from '../../../domain/booking.ts'
import { clinicDate, daysBetween } from '../../../domain/clinic-time.ts'
import { horizonToMove } from '../../../domain/own-visit.ts'
import { fetchOwnVisitTimes } from '../../api/own-visit-times.ts'
import { clock } from '../../clock.ts'
import { newKey } from '../../http/new-key.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { EnamelThemeProvider } from '../../theme/enamel-theme-provider.tsx'
import { enamelTheme } from '../../theme/theme.ts'
import { Card, Hint } from '../../ui/card.tsx'
import { PhoneLink } from '../../ui/contact-links.tsx'
import { clocksAgree, formatDay, formatTime, zoneCity } from '../../ui/format-time.ts'
import { DayStrip } from '../../ui/slots/day-strip.tsx'
import { TimeList } from '../../ui/slots/time-list.tsx'
import { daysAround, type Span, spanBeside } from './days-around.ts'
import { useWhen } from './use-when.ts'
import { useVisitClinic } from './visit-clinic.ts'

const Skeleton = styled('div')(({ theme }) => ({
  height: 84,
  borderRadius: 8,
  opacity: 0.6,
  backgroundColor: theme.vars.palette.divider,
}))

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, '& > button': { flex: 1 } })

const Others = styled('div')({ display: 'grid', gap: 8, '& > button': { textAlign: 'start' } })

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

type Answer = { is: 'loading' } | { is: 'failed' } | { is: 'there'; days: OwnVisitDay[] }

/** A time, with another doctor where one is named. */
type Chosen = { time: string; doctor: { id: string; name: string } | null }

/**
 * Another time at the same place. Days and times look as in booking: this form alone of the page brings the theme that they need.
 */
export function MoveForm(props: Props) {
  const [theme] = useState(enamelTheme)
  return (
    <EnamelThemeProvider theme={theme}>
      <Times {...props} />
    </EnamelThemeProvider>
  )
}

/** The days around the appointment's own, then earlier and later ones. */
function Times({ token, visit, busy, onMove, onClose }: Props) {
  const { timeZone, booking } = useVisitClinic()
  const { t, i18n } = useTranslation(['visit', 'booking', 'later'])
  const language = isoLanguage(i18n.language)
  const when = useWhen()
  const startsAt = new Date(visit.appointment_date)
  const own = clinicDate(startsAt, timeZone)
  const now = clock.now()
  const bookable = bookableDays(now, horizonToMove(startsAt, { ...booking, now, timeZone }), timeZone)
  const [span, setSpan] = useState<Span>(() => daysAround(own, bookable))
  const [times, setTimes] = useState<Answer>({ is: 'loading' })
  const [tries, setTries] = useState(0)
  const [withOthers, setWithOthers] = useState(false)
  const [date, setDate] = useState('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  // A lost answer may have been a success: the same time is asked for under the same key.
  const attempt = useRef({ slot: '', key: '' })

  useEffect(() => title.current?.focus(), [])
  useEffect(() => {
    const controller = new AbortController()
    fetchOwnVisitTimes(token, span, controller.signal).then(
      (days) => setTimes({ is: 'there', days }),
      () => {
        if (!controller.signal.aborted) setTimes({ is: 'failed' })
      },
    )
    return () => controller.abort()
  }, [token, tries, span])

  const answered = times.is === 'there' ? times.days : []
  const hasOthers = answered.some(({ others }) => others.length > 0)
  const days = answered
    .map((day) => ({
      ...day,
      others: withOthers ? day.others : [],
      slots: withOthers ? [...day.slots, ...day.others.map(({ time }) => time)] : day.slots,
      own: day.slots,
    }))
    .filter(({ slots }) => slots.length > 0)
  const near = [...days].sort(
    (one, other) => Math.abs(daysBetween(own, one.date)) - Math.abs(daysBetween(own, other.date)),
  )
  const shown = days.find((day) => day.date === date) ?? near[0]
  const isFree =
    chosen !== null &&
    (chosen.doctor === null
      ? (shown?.own.includes(chosen.time) ?? false)
      : (shown?.others.some(({ time, doctor }) => time === chosen.time && doctor.id === chosen.doctor?.id) ??
        false))
  const nameOf = (day: string) =>
    t('later:slots.dayFree', {
      day: formatDay(day, language),
      count: days.find((each) => each.date === day)?.slots.length ?? 0,
    })
  const goTo = (next: Span) => {
    setTimes({ is: 'loading' })
    setSpan(next)
    setDate('')
    setChosen(null)
  }
  const withOther = (when: string, doctor: string) => t('move.instead', { when, doctor, own: visit.doctor })

  async function move({ time, doctor }: Chosen, day: string) {
    const slot = `${day} ${time} ${doctor?.id ?? ''}`
    if (attempt.current.slot !== slot) attempt.current = { slot, key: newKey() }
    const isMoved = await onMove(
      { appointment_date: day, start_time: time, doctor: doctor?.id ?? null },
      attempt.current.key,
    )
    if (isMoved) return
    // It may have been taken meanwhile.
    setTries((before) => before + 1)
  }

  const { phone } = visit.place
  const earlier = spanBeside(span, -1, bookable)
  const later = spanBeside(span, 1, bookable)
  return (
    <Card aria-labelledby="move-title">
      <h2 id="move-title" ref={title} tabIndex={-1}>
        {t('move.title')}
      </h2>
      {!clocksAgree(timeZone, now) && <Hint>{t('later:slots.zone', { city: zoneCity(timeZone) })}</Hint>}
      {times.is === 'loading' && <Skeleton role="status" aria-label={t('later:slots.loading')} />}
      {times.is === 'failed' && (
        <>
          <p role="alert">{t('later:slots.failed')}</p>
          <Button variant="outlined" onClick={() => setTries(tries + 1)}>
            {t('retry')}
          </Button>
        </>
      )}
      {times.is === 'there' && !shown && (
        <p role="status">
          {t('move.none', {
            from: formatDay(span.from, language),
            to: formatDay(span.to, language),
            doctor: visit.doctor,
          })}{' '}
          {phone !== null && <PhoneLink phone={phone} />}
        </p>
      )}
      {shown && (
        <DayStrip
          days={days}
          date={shown.date}
          today={when.today}
          nameOf={nameOf}
          onDate={(day) => {
            setDate(day)
            setChosen(null)
          }}
        />
      )}
      <Row>
        {earlier && (
          <Button variant="outlined" onClick={() => goTo(earlier)}>
            {t('move.earlier')}
          </Button>
        )}
        {later && (
          <Button variant="outlined" onClick={() => goTo(later)}>
            {t('move.later')}
          </Button>
        )}
      </Row>
      {hasOthers && !withOthers && (
        <Button variant="outlined" onClick={() => setWithOthers(true)}>
          {t('move.others')}
        </Button>
      )}
      {shown && (
        <>
          <Day aria-live="polite">{formatDay(shown.date, language)}</Day>
          <TimeList
            times={shown.own}
            chosen={chosen?.doctor === null ? chosen.time : ''}
            onChoose={(time) => setChosen({ time, doctor: null })}
          />
          {shown.others.length > 0 && (
            <Others>
              {shown.others.map(({ time, doctor }) => {
                const isChosen = chosen?.time === time && chosen.doctor?.id === doctor.id
                return (
                  <Button
                    key={time}
                    variant={isChosen ? 'contained' : 'outlined'}
                    aria-pressed={isChosen}
                    onClick={() => setChosen({ time, doctor })}
                  >
                    {withOther(formatTime(time, language), doctor.name)}
                  </Button>
                )
              })}
            </Others>
          )}
          <Button
            variant="contained"
            aria-busy={busy}
            disabled={!isFree}
            onClick={() => chosen && void move(chosen, shown.date)}
          >
            {chosen && isFree
              ? t('move.send', {
                  when: chosen.doctor
                    ? withOther(when.slot(shown.date, chosen.time), chosen.doctor.name)
                    : when.slot(shown.date, chosen.time),
                })
              : t('move.choose')}
          </Button>
        </>
      )}
      <Button onClick={onClose}>{t('move.close')}</Button>
    </Card>
  )
}
