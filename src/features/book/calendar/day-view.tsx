import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { formatDay, shortDay } from '../../../ui/format-time.ts'
import { lazyModule, prefetch, useLazyModule, withTexts } from '../../../ui/lazy.tsx'
import { locationName } from '../../../ui/location-name.ts'
import { EmptyFrame } from '../../../ui/paged-list/list-empty.tsx'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'
import { ClosureButton } from '../beside/closure/closure-button.tsx'
import { useTodoPlace } from '../beside/todo/use-todo-place.ts'
import { byLocation } from '../day/arrange.ts'
import { isOpenOn, nearestDay, nextOpenDay } from '../day/day-labels.ts'
import { hoursOf } from '../day/hours-of.ts'
import { useAnswer, useAsked } from '../state/use-book.ts'
import { useDesk } from '../state/use-desk.ts'
import { useDeskLocation } from '../state/use-desk-location.ts'
import { useDetails } from '../state/use-details.ts'
import { usePlaceFacts } from '../state/use-place-facts.ts'
import { PlaceBadge } from '../visit/badges.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import { CalendarState } from './calendar-state.tsx'
import { DayGrid } from './day-grid.tsx'
import { NarrowDay } from './narrow-day.tsx'
import { Place, Places } from './place-section.ts'
import { DaySheets } from './print/day-sheets.tsx'
import { Quiet, Totals } from './print/totals.tsx'
import { Summary } from './summary.tsx'
import { useIsWide, useTouch } from './use-touch.ts'

/**
 * The day with something docked beside it: the day becomes narrower, where there is room for that; on a tablet its right
 * column is covered.
 */
const Beside = styled('div')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 12,
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', gap: 12 },
  // It reaches down to the window's edge, over the margin of other pages.
  '& > aside': { marginBottom: -32 },
  '@media (min-width: 1200px)': { '&:has(> aside)': { gridTemplateColumns: 'minmax(0, 1fr) 388px' } },
  // Names before words.
  '@media (min-width: 1200px) and (max-width: 1439.95px)': {
    '&:has(> aside) .block .state:has(.brief)': {
      '& > .said': { display: 'none' },
      '& > .brief': { display: 'inline' },
    },
    // A line has no room for a name and two more.
    '&:has(> aside) .block[data-lines="1"]': {
      '&:not(:hover, :focus-within) .step': { display: 'none' },
      '&:is(:hover, :focus-within):has(.step) .state': { display: 'none' },
    },
  },
  '@media (max-width: 1199.95px)': {
    '& > aside': {
      position: 'absolute',
      insetBlockStart: 0,
      insetInlineEnd: 0,
      zIndex: 8,
      width: 'min(344px, 100%)',
      boxShadow: 'var(--mui-shadows-8)',
    },
    // What can be pressed above the columns is not covered.
    '&:has(> aside) .tray': { marginInlineEnd: 356 },
  },
})

/* The to-do list needs the server, so neither its code nor its texts are cached. */
const todoChip = lazyModule(async () => (await import('../beside/todo/todo-chip.tsx')).TodoChip)
const todoDock = lazyModule(
  async () => (await withTexts(import('../beside/todo/todo-dock.tsx'), 'todo', 'waiting', 'wish')).TodoDock,
)

const PlaceHead = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' })

/** A day by time and doctor. The address has the day and the location. */
export function DayView() {
  const { i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const isWide = useIsWide()
  const isTouch = useTouch()
  const { address, go, now, location, codes } = useAsked()
  const desk = useDesk(useDeskLocation())
  const day = address.day || now.today
  const query = useQuery(appointmentQueries.day(staffId, { location, day }))
  const { data } = query
  // Columns, and on a phone the gaps for who waits without a time.
  const facts = usePlaceFacts(codes, isWide || (data?.data.some(({ waiting }) => waiting) ?? false))
  const todoPlace = useTodoPlace(!isWide)
  const TodoDock = useLazyPart(todoDock, todoPlace.isOpen, todoPlace.close)
  const { disabledReason, notCached } = useAnswer(query, `${location} ${day}`)

  // Absent without a connection.
  const chip = useLazyModule(todoChip, disabledReason === null)

  const places = useMemo(() => data && byLocation(data.data, codes), [data, codes])
  const shown = (places ?? []).filter(
    ({ code, appointments }) => appointments.length > 0 || isOpenOn(hoursOf(code), day),
  )
  const withAppointments = shown.filter(({ appointments }) => appointments.length > 0)
  // Offline the doctors of the appointments stand alone, rather than waiting for who works there.
  const isReady = places !== undefined && (facts.isReady || disabledReason !== null)
  const goTo = (date: string) => go({ day: date })

  const dock = todoPlace.isOpen && TodoDock && (
    <TodoDock location={location} isPage={!isWide} onClose={todoPlace.close} />
  )
  if (dock && !isWide) return dock

  return (
    <>
      <CalendarBar
        heading={
          isTouch || !isWide
            ? shortDay(day, language, { year: isWide })
            : formatDay(day, language, { year: true })
        }
        day={day}
        stride={1}
        isPresent={day === now.today}
        location={location}
        updatedAt={query.dataUpdatedAt}
        isTouch={isTouch}
        canPrint={withAppointments.length > 0}
        onNew={desk.openNew}
      />
      <Summary
        question={`${location} ${day} ${data !== undefined}`}
        appointments={data?.data ?? null}
        now={now.at}
      >
        {chip.status === 'ready' && (
          <chip.module
            location={location}
            now={now}
            isOpen={todoPlace.isOpen}
            onNear={() => prefetch(todoDock)}
            onPress={todoPlace.isOpen ? todoPlace.close : todoPlace.open}
          />
        )}
        {day === now.today && <ClosureButton location={location} />}
      </Summary>
      <Beside>
        <div>
          <CalendarState query={query} isReady={isReady} notCached={notCached} columns={isWide ? 3 : 1}>
            <NearestDay staffId={staffId} location={location} day={day} onDay={goTo} />
          </CalendarState>
          {isReady && shown.length === 0 && <ClosedDay location={location} day={day} onDay={goTo} />}
          {isReady && shown.length > 0 && (
            <Places>
              {places.map(({ code, appointments }) => (
                <DayPlace
                  key={code}
                  code={code}
                  appointments={appointments}
                  day={day}
                  now={now}
                  facts={facts}
                  hasHead={places.length > 1}
                  isWide={isWide}
                  isTouch={isTouch}
                  desk={desk}
                />
              ))}
            </Places>
          )}
        </div>
        {dock}
      </Beside>
      {withAppointments.length > 0 && (
        <DaySheets now={now} sheets={withAppointments.map((place) => ({ ...place, day }))} facts={facts} />
      )}
    </>
  )
}

type DayPlaceProps = {
  code: string
  appointments: readonly Appointment[]
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  now: ReturnType<typeof useAsked>['now']
  facts: ReturnType<typeof usePlaceFacts>
  hasHead: boolean
  isWide: boolean
  isTouch: boolean
  desk: ReturnType<typeof useDesk>
}

/** One location of the day: columns, or a list on a narrow screen. */
function DayPlace(props: DayPlaceProps) {
  const { code, appointments, day, now, facts, hasHead, isWide, isTouch, desk } = props
  const { t, i18n } = useTranslation('appointments')
  const details = useDetails()
  const isWorkDay = isOpenOn(hoursOf(code), day)
  const label = t('day.labelOf', {
    place: locationName(code),
    day: formatDay(day, isoLanguage(i18n.language)),
  })
  return (
    <Place aria-label={label}>
      {hasHead && (
        <PlaceHead>
          <h3>
            <PlaceBadge code={code} />
          </h3>
          {appointments.length > 0 && <Totals of={appointments} />}
        </PlaceHead>
      )}
      {appointments.length === 0 && facts.doctors.get(code)?.length === 0 ? (
        <Quiet>{t('calendar.noDoctors', { place: locationName(code) })}</Quiet>
      ) : appointments.length === 0 && (!isWide || !isWorkDay) ? (
        <Quiet>{t(isWorkDay ? 'day.none' : 'day.closed', { place: locationName(code) })}</Quiet>
      ) : isWide ? (
        <DayGrid
          code={code}
          day={day}
          now={now}
          appointments={appointments}
          facts={facts}
          hours={hoursOf(code)}
          isTouch={isTouch}
          shown={details.id}
          chosen={desk.gap}
          onOpen={details.open}
          onGap={desk.openAt}
        />
      ) : (
        <NarrowDay
          label={label}
          code={code}
          day={day}
          now={now}
          appointments={appointments}
          facts={facts}
          onOpen={details.open}
        />
      )}
    </Place>
  )
}

type NearestDayProps = {
  staffId: string
  /** Code of a location, or 'all'. */
  location: string
  /** 'YYYY-MM-DD' in clinic time; not cached. */
  day: string
  onDay: (day: string) => void
}

/** Link to the nearest cached day, if any. */
function NearestDay({ staffId, location, day, onDay }: NearestDayProps) {
  const { t, i18n } = useTranslation('appointments')
  const queryKey = appointmentQueries.days(staffId, location)
  const found = useQueryClient().getQueriesData({ queryKey })
  const there = found.flatMap(([key, data]) => (data === undefined ? [] : String(key[queryKey.length])))
  const nearest = nearestDay(day, there)
  if (!nearest) return null
  return (
    <Button variant="outlined" color="inherit" onClick={() => onDay(nearest)}>
      {t('day.goTo', { day: formatDay(nearest, isoLanguage(i18n.language)) })}
    </Button>
  )
}

const Framed = styled(EmptyFrame)(({ theme }) => ({
  border: `1px dashed ${theme.vars.palette.divider}`,
  borderRadius: 10,
}))

type ClosedDayProps = {
  /** Code of a location, or 'all'. */
  location: string
  /** 'YYYY-MM-DD' in clinic time. */
  day: string
  onDay: (day: string) => void
}

/** Replaces a day on which the clinic is closed, with a link to the next open one. */
function ClosedDay({ location, day, onDay }: ClosedDayProps) {
  const { t, i18n } = useTranslation('appointments')
  const places = useAtomValue(ownLocationsAtom).filter(
    ({ code }) => location === ALL_LOCATIONS || location === code,
  )
  const place = location === ALL_LOCATIONS ? t('allLocations') : locationName(location)
  const next = nextOpenDay(
    day,
    places.map(({ openingHours }) => openingHours),
  )
  return (
    <Framed>
      <p>{t('day.closed', { place })}</p>
      {next && (
        <Button variant="outlined" onClick={() => onDay(next)}>
          {t('day.goTo', { day: formatDay(next, isoLanguage(i18n.language)) })}
        </Button>
      )}
    </Framed>
  )
}
