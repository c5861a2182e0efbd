import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
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
import { useLightOnPaper } from '../../ui/use-light-on-paper.ts'
import { useClinic } from '../../use-clinic.ts'
import { AheadCard } from './ahead-card.tsx'
import { ChairsCard } from './chairs-card.tsx'
import { HoursCard } from './hours-card.tsx'
import { pictureColours } from './look.ts'
import { MessagesCard } from './messages-card.tsx'
import { NoShowsCard } from './no-shows-card.tsx'
import { daysOf, PERIODS, type Period, periodOf } from './period.ts'
import { Totals } from './totals.tsx'
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

/** /overview: how full the chairs are, who does not come, and whether the reminders help. The address holds what is chosen. */
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
