import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DoctorDay, Overview } from '../../../contract/overview.ts'
import { addDays, daysBetween, weekdayOf } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { WEEK } from '../../ui/weekdays.ts'
import { takenShare } from './findings.ts'
import { HATCHED, stepOf } from './look.ts'
import { useWords } from './use-words.ts'

const Strips = styled('div')({ display: 'grid', gap: 16 })

const Strip = styled('table')(({ theme }) => ({
  tableLayout: 'fixed',
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 2,
  margin: -2,
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums',
  '& th': { fontWeight: 600, padding: 0, color: theme.vars.palette.text.secondary },
  '& thead th': { lineHeight: '18px', textAlign: 'center' },
  '& thead tr:first-of-type th': { textAlign: 'left', whiteSpace: 'nowrap' },
  '& th[aria-current]': { color: theme.vars.palette.primary.main },
  '& tbody th': {
    fontSize: '0.875rem',
    textAlign: 'left',
    color: theme.vars.palette.text.primary,
    paddingRight: 8,
  },
  '& td': { padding: 0 },
  '& tbody td': { height: 40 },
  '& td > a': {
    display: 'grid',
    placeItems: 'center',
    height: '100%',
    borderRadius: 4,
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
    '&[data-blocked]': HATCHED,
    '&[data-today]': { outline: '2px solid var(--overview-today)', outlineOffset: -2 },
    '&:hover': { boxShadow: `0 0 0 2px ${theme.vars.palette.primary.main}` },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
    ...Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((step) => [
        `&[data-step="${step}"]`,
        { backgroundColor: `var(--overview-fill-${step})`, color: `var(--overview-ink-${step})` },
      ]),
    ),
  },
  // Many rows are lower on paper, where all is on one sheet.
  '@media print': {
    printColorAdjust: 'exact',
    '& tbody td': { height: 28 },
    '&[data-many] tbody td': { height: 16 },
    '&[data-many] tbody th': { lineHeight: '16px' },
  },
}))

const NAME_PX = 164
/** Rows of doctors, over all strips, from which paper has little room. */
const MANY_ROWS = 12
/** Between two weeks, besides the spacing. */
const GAP_PX = 8

type Props = { overview: Overview; location: string; label: string }

/**
 * Load of each doctor's days; a cell opens its day. Arrow keys move between the cells, which are one tab stop.
 */
export function HeatStrip({ overview, location, label }: Props) {
  const isNarrow = useMediaQuery('(max-width: 699.95px)', { noSsr: true })
  const { from, to, days, doctors } = overview
  const byCell = new Map(days.map((day) => [`${day.doctorId} ${day.date}`, day]))
  const [stop, setStop] = useState<string | null>(null)
  const weekdays = WEEK.filter((weekday) => days.some(({ date }) => weekdayOf(date) === weekday))
  const weeks = Array.from({ length: Math.ceil((daysBetween(from, to) + 1) / 7) }, (_, i) =>
    addDays(from, 7 * i),
  )
  const perStrip = isNarrow ? 2 : 4
  const strips = weeks.flatMap((_, i) => (i % perStrip === 0 ? [weeks.slice(i, i + perStrip)] : []))
  const first = days.find(({ date }) => date === overview.today) ?? days[0]
  const current = stop !== null && byCell.has(stop) ? stop : first && `${first.doctorId} ${first.date}`

  return (
    <Strips
      role="group"
      aria-label={label}
      onKeyDown={goByArrows}
      onFocus={({ target }) => setStop(target instanceof HTMLElement ? (target.dataset.cell ?? stop) : stop)}
    >
      {strips.map((strip) => (
        <Strip
          key={strip[0]}
          aria-label={label}
          data-many={strips.length * doctors.length > MANY_ROWS || undefined}
        >
          <Head
            weeks={strip}
            weekdays={weekdays}
            today={overview.today}
            isNarrow={isNarrow}
            perStrip={perStrip}
          />
          <tbody>
            {doctors.map((doctor) => {
              const cells = strip.map((week, i) => (
                <Fragment key={week}>
                  {i > 0 && <td aria-hidden="true" />}
                  {weekdays.map((weekday) => {
                    const date = addDays(week, (weekday + 6) % 7)
                    const day = byCell.get(`${doctor.id} ${date}`)
                    return (
                      <td key={date}>
                        {day && (
                          <Cell
                            day={day}
                            doctor={doctor.name}
                            location={location === ALL_LOCATIONS ? doctor.location : location}
                            isToday={date === overview.today}
                            isStop={`${doctor.id} ${date}` === current}
                          />
                        )}
                      </td>
                    )
                  })}
                </Fragment>
              ))
              if (!isNarrow)
                return (
                  <tr key={doctor.id}>
                    <th scope="row">{doctor.name}</th>
                    {cells}
                  </tr>
                )
              return (
                <Fragment key={doctor.id}>
                  <tr>
                    <th scope="rowgroup" colSpan={columnsOf(perStrip, weekdays.length)}>
                      {doctor.name}
                    </th>
                  </tr>
                  <tr>{cells}</tr>
                </Fragment>
              )
            })}
          </tbody>
        </Strip>
      ))}
    </Strips>
  )
}

/** Columns of the days, and gaps between the weeks. */
const columnsOf = (weeks: number, weekdays: number) => weeks * (weekdays + 1) - 1

type HeadProps = {
  weeks: readonly string[]
  weekdays: readonly number[]
  today: string
  isNarrow: boolean
  perStrip: number
}

function Head({ weeks, weekdays, today, isNarrow, perStrip }: HeadProps) {
  const { t } = useTranslation('overview')
  const { span, letter } = useWords()
  const dayIn = (week: string, weekday: number | undefined) => addDays(week, ((weekday ?? 0) + 6) % 7)
  const isThis = (week: string) => week <= today && today < addDays(week, 7)
  // A last strip with fewer weeks is as wide as the others.
  const rest = columnsOf(perStrip, weekdays.length) - columnsOf(weeks.length, weekdays.length)
  return (
    <>
      <colgroup>
        {!isNarrow && <col width={NAME_PX} />}
        {weeks.map((week, i) => (
          <Fragment key={week}>
            {i > 0 && <col width={GAP_PX} />}
            <col span={weekdays.length} />
          </Fragment>
        ))}
        {rest > 0 && <col span={rest} />}
      </colgroup>
      <thead>
        <tr>
          {!isNarrow && <td />}
          {weeks.map((week, i) => {
            const words = span(dayIn(week, weekdays[0]), dayIn(week, weekdays.at(-1)))
            return (
              <Fragment key={week}>
                {i > 0 && <td aria-hidden="true" />}
                <th
                  scope="colgroup"
                  colSpan={weekdays.length}
                  aria-current={isThis(week) ? 'date' : undefined}
                >
                  {isThis(week) ? t('thisWeek', { week: words }) : words}
                </th>
              </Fragment>
            )
          })}
        </tr>
        <tr>
          {!isNarrow && <td />}
          {weeks.map((week, i) => (
            <Fragment key={week}>
              {i > 0 && <td aria-hidden="true" />}
              {weekdays.map((weekday) => {
                const date = dayIn(week, weekday)
                return (
                  <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
                    {letter(date)}
                  </th>
                )
              })}
            </Fragment>
          ))}
        </tr>
      </thead>
    </>
  )
}

type CellProps = { day: DoctorDay; doctor: string; location: string; isToday: boolean; isStop: boolean }

function Cell({ day, doctor, location, isToday, isStop }: CellProps) {
  const { t } = useTranslation('overview')
  const words = useWords()
  const share = takenShare([day])
  const what = () => {
    if (share !== null)
      return t('cellTaken', { taken: words.percent(share), free: words.count(day.freeMinutes) })
    return day.openMinutes > 0
      ? t('cellBlocked')
      : t('cellOutside', { booked: words.count(day.bookedMinutes) })
  }
  return (
    <PageLink
      to={paths.bookDay(day.date, location)}
      aria-label={`${doctor}, ${words.day(day.date)}: ${what()}`}
      title={`${words.day(day.date)}: ${what()}`}
      tabIndex={isStop ? 0 : -1}
      data-cell={`${day.doctorId} ${day.date}`}
      data-step={share === null ? undefined : stepOf(share)}
      data-blocked={(share === null && day.openMinutes > 0) || undefined}
      data-today={isToday || undefined}
    >
      {share !== null && Math.round(share * 100)}
    </PageLink>
  )
}

/** Left and right to the next cell of the row, up and down to the nearest of the next row. */
function goByArrows(event: KeyboardEvent<HTMLElement>) {
  const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-cell]') : null
  if (!cell || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const rowOf = (each: Element | null | undefined) => [
    ...(each?.querySelectorAll<HTMLElement>('[data-cell]') ?? []),
  ]
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')].filter((row) => rowOf(row).length > 0)
  const at = rows.findIndex((row) => row.contains(cell))
  const own = rowOf(rows[at])
  const place = own.indexOf(cell)
  const left = cell.getBoundingClientRect().left
  const near = (row: Element | undefined) =>
    rowOf(row).sort(
      (one, other) =>
        Math.abs(one.getBoundingClientRect().left - left) -
        Math.abs(other.getBoundingClientRect().left - left),
    )[0]
  const steps = new Map([
    ['ArrowLeft', () => own[place - 1] ?? rowOf(rows[at - 1]).at(-1)],
    ['ArrowRight', () => own[place + 1] ?? rowOf(rows[at + 1])[0]],
    ['ArrowUp', () => near(rows[at - 1])],
    ['ArrowDown', () => near(rows[at + 1])],
  ])
  const next = steps.get(event.key)?.()
  if (!next) return
  event.preventDefault()
  next.focus()
}
