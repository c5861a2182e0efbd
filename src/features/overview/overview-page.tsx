import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import Printer from 'lucide-react/icons/printer'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Overview } from '../../../contract/overview.ts'
import { clinicDate } from '../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { reaches } from '../../../domain/rights.ts'
import { overviewQueries } from '../../api/overview.ts'
import { clinicName } from '../../build.ts'
import { clock } from '../../clock.ts'
import { messageFor } from '../../http/message-for.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { paths } from '../../paths.ts'
import { reachOfUser } from '../../session/rights.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { formatSince } from '../../ui/format-instant.ts'
import { locationName } from '../../ui/location-name.ts'
import { NeedsConnection } from '../../ui/needs-connection.tsx'
import { Note, NoteSign } from '../../ui/note.tsx'
import { FilterSelect } from '../../ui/paged-list/filter-select.tsx'
import { QuickButton } from '../../ui/quick-button.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import { WEEK } from '../../ui/weekdays.ts'
import { useClinic } from '../../use-clinic.ts'
import { BarColumns, BarRows } from './bars.tsx'
import { ChairsCard } from './chairs-card.tsx'
import { aheadFinding, busiestHour } from './findings.ts'
import { pictureColours } from './look.ts'
import { MessagesCard } from './messages-card.tsx'
import { NoShowsCard } from './no-shows-card.tsx'
import { OverviewCard } from './overview-card.tsx'
import { daysOf, PERIODS, type Period, periodOf } from './period.ts'
import { useWords } from './use-words.ts'

const Page = styled('div')(({ theme }) => ({
  ...pictureColours(theme),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  // One sheet, across.
  '@media print': { zoom: 0.62, gap: 10 },
}))

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > h1': { flex: 1 },
  '& > p': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary, marginRight: 4 },
  '& > button': {
    border: `1px solid ${theme.vars.palette.controlLine}`,
    color: theme.vars.palette.primary.main,
  },
  [theme.breakpoints.down('sm')]: { '& > h1': { flexBasis: '100%' } },
  '@media print': { '& > button, & > label': { display: 'none' } },
}))

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(440px, 100%), 1fr))',
  gap: 16,
  '@media print': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 10 },
})

const OnPaper = styled('p')({ display: 'none', '@media print': { display: 'block' } })

/** /overview: load of the chairs, no-shows, and the effect of reminders. The address has the choices. */
export function OverviewPage() {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('overview')
  const { span } = useWords()
  useLightOnPaper()
  const navigate = useNavigate()
  const { search } = useLocation()
  const user = useAtomValue(authUserAtom)
  const reach = user && reachOfUser(user, 'overview')
  const own = clinic.locations.filter(({ code }) => reach && reaches(reach, code))
  const said = new URLSearchParams(search).get('location') ?? user?.location
  const [alone] = own
  const location =
    own.length === 1 && alone ? alone.code : (own.find(({ code }) => code === said)?.code ?? ALL_LOCATIONS)
  const period = periodOf(search)
  const today = clinicDate(clock.now(), clinic.timeZone)
  const days = daysOf(period, today)
  const { data, error, isPending } = useQuery(overviewQueries.of(user?.id ?? '', { location, ...days }))
  const go = (chosen: { location: string; period: Period }) =>
    void navigate(`${paths.overview()}?${new URLSearchParams(chosen)}`, { replace: true })
  const place = location === ALL_LOCATIONS ? t('everywhere') : locationName(location)

  return (
    <Page>
      <GlobalStyles styles={{ '@page': { size: 'A4 landscape', margin: '10mm' } }} />
      <Head>
        <h1>{t('title')}</h1>
        {data && (
          <p>
            {t('updated', {
              time: formatSince(data.asOf, today, clinic.timeZone, isoLanguage(i18n.language)),
            })}
          </p>
        )}
        {own.length > 1 && (
          <FilterSelect
            label={t('location')}
            value={location}
            options={[
              [ALL_LOCATIONS, t('everywhere')],
              ...own.map(({ code, name }) => [code, name] as const),
            ]}
            onChoose={(location) => go({ location, period })}
          />
        )}
        <FilterSelect<Period>
          label={t('period')}
          value={period}
          options={PERIODS.map((each) => [each, t(`periods.${each}`)])}
          onChoose={(period) => go({ location, period })}
        />
        <QuickButton type="button" onClick={() => window.print()}>
          <Printer size={18} aria-hidden="true" />
          {t('print')}
        </QuickButton>
      </Head>
      <OnPaper>
        {clinicName}, {place}, {span(days.from, days.to)}
      </OnPaper>
      <NeedsConnection />
      {error ? (
        <Note kind="error" role="alert">
          <NoteSign kind="error" />
          <span>{messageFor(error, t('failed'))}</span>
        </Note>
      ) : (
        <p role="status" hidden={!isPending}>
          {isPending && t('loading')}
        </p>
      )}
      {data && (
        <>
          <ChairsCard overview={data} location={location} />
          <Cards>
            <NoShowsCard overview={data} />
            <AheadCard overview={data} />
            <MessagesCard overview={data} />
            <HoursCard overview={data} />
          </Cards>
          <Totals overview={data} />
        </>
      )}
    </Page>
  )
}

/** Lead time of bookings. */
function AheadCard({ overview: { from, ahead } }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const words = useWords()
  const { half, late } = aheadFinding(ahead)
  const total = ahead.reduce((sum, { visits }) => sum + visits, 0)
  return (
    <OverviewCard
      title={t('ahead.title')}
      finding={half === null ? t('ahead.none') : t(`ahead.half.${half}`)}
      detail={
        half === null
          ? ''
          : late === null
            ? t('ahead.alike')
            : t('ahead.late', { rate: words.of100(late.rate), rest: words.of100(late.rest) })
      }
      file={`${t('ahead.file')}-${from}`}
      table={{
        head: [t('columns.ahead'), t('columns.visits'), t('columns.came'), t('columns.missed')],
        rows: ahead.map(({ key, visits, came, missed }) => [t(`ahead.buckets.${key}`), visits, came, missed]),
      }}
    >
      {total > 0 && (
        <BarRows
          label={t('ahead.title')}
          rows={ahead.map(({ key, visits }) => ({ name: t(`ahead.buckets.${key}`), value: visits / total }))}
          format={words.percent}
        />
      )}
    </OverviewCard>
  )
}

/** Start times of appointments: by hour, and in the table by weekday too. */
function HoursCard({ overview: { from, hours } }: { overview: Overview }) {
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

const Bar = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '8px 32px',
  margin: 0,
  padding: '12px 20px',
  fontSize: '0.875rem',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.text.secondary,
  '& > div': { display: 'flex', alignItems: 'baseline', gap: 8 },
  '& dd': { margin: 0, color: theme.vars.palette.text.primary, fontSize: '1rem', fontWeight: 600 },
}))

/** Sums over the days. */
function Totals({ overview: { totals } }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const { count, hours } = useWords()
  const numbers = {
    visits: count(totals.visits),
    walkIns: count(totals.walkIns),
    moved: count(totals.moved),
    cancelled: count(totals.cancelled),
    cancelledByPatient: count(totals.cancelledByPatient),
    freeAhead: t('totals.hours', { hours: hours(totals.freeAheadMinutes) }),
  }
  return (
    <Bar>
      {(['visits', 'walkIns', 'moved', 'cancelled', 'cancelledByPatient', 'freeAhead'] as const).map(
        (name) => (
          <div key={name}>
            <dt>{t(`totals.${name}`)}</dt>
            <dd>{numbers[name]}</dd>
          </div>
        ),
      )}
    </Bar>
  )
}

/** Paper is white: whatever mode somebody has chosen, the page is printed in the light one. */
function useLightOnPaper(): void {
  const isPrinting = usePrinting()
  useLayoutEffect(() => {
    if (!isPrinting) return
    const { dataset } = document.documentElement
    const { mode } = dataset
    dataset.mode = 'light'
    return () => {
      if (mode === undefined) delete dataset.mode
      else dataset.mode = mode
    }
  }, [isPrinting])
}
