import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../contract/appointments.ts'
import { appointmentQueries } from '../../../api/appointments-list.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { formatDay, shortDay } from '../../../ui/format-time.ts'
import { locationName } from '../../../ui/location-name.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { FilterSelect } from '../../../ui/paged-list/filter-select.tsx'
import { useClinic } from '../../../use-clinic.ts'
import { addLoads, byLocation, columnDoctors, columnOf, frameOf, loadOf } from '../day/arrange.ts'
import { blockedSpans } from '../day/blocked-spans.ts'
import { isOpenOn } from '../day/day-labels.ts'
import { hoursOf } from '../day/hours-of.ts'
import { minutesGone } from '../day/minutes-gone.ts'
import { dashboardAt } from '../state/dashboard-address.ts'
import { useAnswer, useAsked } from '../state/use-book.ts'
import { useDesk } from '../state/use-desk.ts'
import { useDeskLocation } from '../state/use-desk-location.ts'
import { useDetails } from '../state/use-details.ts'
import { type PlaceFacts, usePlaceFacts } from '../state/use-place-facts.ts'
import { PlaceBadge } from '../visit/badges.tsx'
import { CalendarBar } from './calendar-bar.tsx'
import { CalendarState } from './calendar-state.tsx'
import { Calendar } from './grid/calendar.tsx'
import type { GapPlace } from './grid/gap.tsx'
import type { Group } from './grid/groups.ts'
import { LoadStrip, LoadWords } from './load-strip.tsx'
import { Place, Places } from './place-section.ts'
import { DaySheets } from './print/day-sheets.tsx'
import { Quiet } from './print/totals.tsx'
import { Summary } from './summary.tsx'
import { useShared } from './use-shared.ts'
import { HALF_HOUR_PX, useIsWide, useTouch } from './use-touch.ts'
import { formatWeek, initialsOf, weekOf } from './week-days.ts'

const AXIS_PX = 76
const LANE_PX = 60
/**
 * Number of doctors from which a week is wider than a window: its lanes are then wide enough for names, and it
 * scrolls.
 */
const WIDE_FROM = 4
const WIDE_LANE_PX = 88
const ONE_LANE_PX = 150

/** A week with a lane for each doctor. The address has a day of it, the location and the doctor. */
export function WeekView() {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const isTouch = useTouch()
  const { address, go, now, location, codes } = useAsked()
  const desk = useDesk(useDeskLocation())
  const day = address.day || now.today
  const days = weekOf(day)
  const query = useWeekRows(staffId, location, days)
  const { data } = query
  const facts = usePlaceFacts(codes, true)
  const question = `${location} ${days[0]}`
  const { disabledReason, notCached } = useAnswer(query, question)
  const room = useIsWide() ? (isTouch ? 'tablet' : 'desk') : 'phone'
  const heading = formatWeek(days, language, room)
  const isReady = data !== undefined && (facts.isReady || disabledReason !== null)
  // Somebody who works in two of the locations is listed once.
  const known = new Map(
    codes.flatMap((code) => (facts.doctors.get(code) ?? []).map(({ id, name }) => [id, name] as const)),
  )
  const doctor = known.has(address.doctor) ? address.doctor : ''
  const all = data?.data
  const rows = useMemo(
    () => (all ?? []).filter((row) => doctor === '' || row.doctor.id === doctor),
    [all, doctor],
  )
  const places = useMemo(() => byLocation(rows, codes), [rows, codes])
  const sheets = days.flatMap((date) =>
    places
      .map(({ code, appointments }) => ({
        day: date,
        code,
        appointments: appointments.filter((row) => row.appointment_date.startsWith(date)),
      }))
      .filter(({ appointments }) => appointments.length > 0),
  )

  return (
    <>
      <CalendarBar
        heading={heading}
        day={day}
        stride={7}
        isPresent={days.includes(now.today)}
        location={location}
        updatedAt={query.dataUpdatedAt}
        isTouch={isTouch}
        canPrint={sheets.length > 0}
        onNew={desk.openNew}
      />
      <Summary
        question={`${question} ${doctor} ${data !== undefined}`}
        appointments={data ? rows : null}
        now={now.at}
      >
        {known.size > 1 && (
          <FilterSelect
            label={t('calendar.doctors')}
            value={doctor}
            options={[['', t('calendar.allDoctors', { count: known.size })], ...known]}
            onChoose={(id) => go({ doctor: id })}
          />
        )}
      </Summary>
      <CalendarState query={query} isReady={isReady} notCached={notCached} columns={days.length} />
      {isReady && (
        <Places>
          {places.map(({ code, appointments }) => (
            <Place key={code} aria-label={t('calendar.weekOf', { place: locationName(code), week: heading })}>
              {places.length > 1 && (
                <h3>
                  <PlaceBadge code={code} />
                </h3>
              )}
              <WeekGrid
                code={code}
                days={days}
                doctor={doctor}
                now={now}
                appointments={appointments}
                facts={facts}
                isTouch={isTouch}
                chosen={desk.gap}
                onGap={desk.openAt}
              />
            </Place>
          ))}
        </Places>
      )}
      {sheets.length > 0 && <DaySheets now={now} sheets={sheets} facts={facts} />}
    </>
  )
}

type GridProps = {
  code: string
  days: readonly string[]
  /** Id; empty: all. */
  doctor: string
  now: { at: number; today: string; minutes: number }
  appointments: readonly Appointment[]
  facts: PlaceFacts
  isTouch: boolean
  chosen: GapPlace | null
  onGap: (gap: GapPlace) => void
}

function WeekGrid({ code, days, doctor, now, appointments, facts, isTouch, chosen, onGap }: GridProps) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const details = useDetails()
  const working = facts.doctors.get(code)
  const week = days.join()
  const found = useMemo(() => {
    const hours = hoursOf(code)
    const doctors = columnDoctors(working ?? [], appointments).filter(
      ({ id }) => doctor === '' || id === doctor,
    )
    const arranged = week.split(',').map((day) => {
      const ofDay = appointments.filter((row) => row.appointment_date.startsWith(day))
      const blocked = blockedSpans(facts.blockers, { location: code, day, timeZone: clinic.timeZone })
      return {
        day,
        isShut: !isOpenOn(hours, day) && ofDay.length === 0,
        shared: blocked.filter(({ doctorId }) => doctorId === null),
        columns: doctors.map(({ isWorking, ...each }) =>
          columnOf({ day, location: code, doctor: each, isWorking, hours, blocked, appointments: ofDay }),
        ),
      }
    })
    const open = arranged.filter(({ isShut }) => !isShut)
    return { arranged, doctors, span: frameOf(open.flatMap(({ columns }) => columns)) }
  }, [facts.blockers, working, appointments, code, week, doctor])
  const { arranged, span, doctors } = useShared(found)
  const isOneLane = doctors.length === 1
  const groups = arranged.map(({ day, isShut, shared, columns }): Group => {
    const load = addLoads(
      columns.filter(({ isWorking }) => isWorking).map((column) => loadOf(column, minutesGone(day, now))),
    )
    const link = dashboardAt({ view: 'day', day: day === now.today ? '' : day, location: code })
    const words = formatDay(day, language)
    if (isShut) {
      return {
        key: day,
        day,
        columns: [],
        shared: [],
        closed: t('calendar.closedDay', { day: words.split(/[\s,]/)[0] }),
        heads: [
          <div key={day} className="head day narrow">
            <PageLink to={link} aria-label={words}>
              {Number(day.slice(8))}
            </PageLink>
          </div>,
        ],
      }
    }
    return {
      key: day,
      day,
      columns,
      shared,
      heads: [
        <div key={day} className="head day" data-today={day === now.today || undefined}>
          <div>
            <PageLink to={link}>{shortDay(day, language).replace(/ \D+$/, '')}</PageLink>
            <LoadWords of={load} kind="short" />
          </div>
          <LoadStrip of={load} />
          <div className="initials">
            {doctors.map(({ id, name }) => (
              <abbr key={id} title={name}>
                {isOneLane ? name : initialsOf(name)}
              </abbr>
            ))}
          </div>
        </div>,
      ],
    }
  })
  if (doctors.length === 0) return <Quiet>{t('calendar.noDoctors', { place: locationName(code) })}</Quiet>
  return (
    <Calendar
      question={`${code} ${week}`}
      groups={groups}
      span={span}
      kind={isOneLane ? (isTouch ? 'touch' : 'desk') : 'lane'}
      halfHourPx={isTouch ? HALF_HOUR_PX.touch : HALF_HOUR_PX.week}
      columnPx={isOneLane ? ONE_LANE_PX : doctors.length < WIDE_FROM ? LANE_PX : WIDE_LANE_PX}
      axisPx={AXIS_PX}
      now={now}
      shown={details.id}
      chosen={chosen}
      onOpen={details.open}
      onGap={onGap}
    />
  )
}

/**
 * The appointments of some days by one question. Without an answer to it, what is known of each of the days alone will do:
 * days are prefetched for reading without a connection.
 */
function useWeekRows(staffId: string, location: string, days: readonly string[]) {
  const client = useQueryClient()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const query = useQuery(appointmentQueries.range(staffId, { location, from, to }))
  if (query.data) return query
  const known = days.map((day) =>
    client.getQueryState<{ data: Appointment[] }>(
      appointmentQueries.day(staffId, { location, day }).queryKey,
    ),
  )
  if (!known.every((state) => state?.data)) return query
  return {
    ...query,
    data: { data: known.flatMap((state) => state?.data?.data ?? []) },
    dataUpdatedAt: Math.min(...known.map((state) => state?.dataUpdatedAt ?? 0)),
  }
}
