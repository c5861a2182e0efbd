import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatDay } from '../../../ui/format-time.ts'
import { isNotCached, NotCached } from '../../../ui/not-cached.tsx'
import { AnswerStatus } from '../../../ui/paged-list/answer-status.tsx'
import { KeepPlace } from '../../../ui/paged-list/keep-place.tsx'
import { ListError } from '../../../ui/paged-list/list-error.tsx'
import { useChangesMeanwhile } from '../../../ui/paged-list/use-changes-meanwhile.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useAppointmentChanges } from '../live/use-appointment-changes.ts'
import { useDashboardAddress } from '../use-dashboard-address.ts'
import { useShownLocation } from '../use-shown-location.ts'
import { byLocation } from './arrange-day.ts'
import { DayBar } from './day-bar.tsx'
import { DayEmpty } from './day-empty.tsx'
import { nearness } from './day-labels.ts'
import { DaySheets } from './day-sheets.tsx'
import { DaySkeleton } from './day-skeleton.tsx'
import { NearestDay } from './nearest-day.tsx'
import { PlaceSection } from './place-section.tsx'
import { Quiet, useTotalsLabel } from './totals.tsx'
import { useClinicNow } from './use-clinic-now.ts'
import { usePlaceFacts } from './use-place-facts.ts'

/** Narrower screens show a day as a list. */
const COLUMNS_FROM = '(min-width: 900px)'

const Heading = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0 12px',
  minHeight: 32,
})

const Places = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  paddingTop: 4,
})

const Near = styled(Badge)(({ theme }) => ({
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
}))

type Props = {
  /** When the shown rows were fetched, in milliseconds since 1970; 0: there are none. */
  onUpdated: (at: number) => void
}

/** The address holds the day and the location. */
export function DayView({ onUpdated }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const isWide = useMediaQuery(COLUMNS_FROM, { noSsr: true })
  const own = useAtomValue(ownLocationsAtom)
  const [address, go] = useDashboardAddress()
  const now = useClinicNow()
  const totals = useTotalsLabel()
  const location = useShownLocation(address.location)
  const day = address.day || now.today
  const codes = location === ALL_LOCATIONS ? own.map(({ code }) => code) : [location]

  const { data, error, refetch, dataUpdatedAt } = useQuery(appointmentQueries.day(staffId, { location, day }))
  const facts = usePlaceFacts(codes, day, now.today, isWide)
  useEffect(() => onUpdated(dataUpdatedAt), [onUpdated, dataUpdatedAt])

  const disabledReason = useDisabledReason()
  const notCached = isNotCached({ data, error }, disabledReason)
  useChangesMeanwhile({
    question: `${location} ${day}`,
    listed: data && { rows: data.data, isStart: true, isEnd: true },
    updatedAt: dataUpdatedAt,
    changes: useAppointmentChanges(false),
  })

  const places = data && byLocation(data.data, codes)
  const withAppointments = (places ?? []).filter(({ appointments }) => appointments.length > 0)
  // Offline the doctors of the appointments stand alone, rather than waiting for who works there.
  const isKnown = places && (facts || !isWide || disabledReason !== null)
  const isEmpty = data?.data.length === 0
  const near = nearness(day, now.today)
  const goTo = (date: string, options?: { replace: boolean }) => go({ day: date }, options)
  const goToday = () => {
    if (address.day !== '') go({ day: '' })
  }

  return (
    <>
      <div>
        <Heading aria-live="polite">
          <h2>{formatDay(day, language, { year: true })}</h2>
          {near && <Near>{t(`day.${near}`)}</Near>}
        </Heading>
        <Quiet>
          <AnswerStatus
            question={`${location} ${day} ${data !== undefined}`}
            text={data && !isEmpty ? totals(data.data) : ''}
          />
        </Quiet>
      </div>
      <DayBar
        day={day}
        location={location}
        onDay={goTo}
        onToday={goToday}
        onLocation={(code) => go({ location: code })}
        canPrint={withAppointments.length > 0}
        isToday={day === now.today}
      />
      {notCached && (
        <NotCached onRetry={() => void refetch()}>
          <NearestDay staffId={staffId} location={location} day={day} onDay={goTo} />
        </NotCached>
      )}
      {error && !data && !notCached && (
        <ListError error={error} fallback={t('failed')} onRetry={() => void refetch()} />
      )}
      {!error && !isKnown && !notCached && <DaySkeleton columns={isWide ? 3 : 1} />}
      {isKnown && isEmpty && (
        <DayEmpty location={location} day={day} today={now.today} onDay={goTo} onToday={goToday} />
      )}
      {isKnown && !isEmpty && (
        <KeepPlace question={`${location} ${day}`} rows={data.data}>
          <Places>
            {places.map(({ code, appointments }) => (
              <PlaceSection
                key={code}
                code={code}
                isOneOfSeveral={places.length > 1}
                day={day}
                now={now}
                appointments={appointments}
                facts={isWide ? (facts?.get(code) ?? { doctors: [], offered: [] }) : null}
              />
            ))}
          </Places>
        </KeepPlace>
      )}
      {withAppointments.length > 0 && <DaySheets day={day} now={now} places={withAppointments} />}
    </>
  )
}
