import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { DEFAULT_MINUTES } from '../../../../domain/services.ts'
import { clock } from '../../../clock.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { locationName } from '../../../ui/location-name.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { visitColours } from '../../../ui/visit-colours.ts'
import { type ShownState, VisitSign } from '../../../ui/visit-sign.tsx'
import { Top } from './section-top.tsx'

/** Shown before 'Show older'. */
const FIRST = 7

const Rows = styled('ul')(({ theme }) => ({
  ...visitColours(theme),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontVariantNumeric: 'tabular-nums',
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& > li > *': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '2px 12px',
    minHeight: 44,
    padding: '2px 0',
    textDecoration: 'none',
    color: 'inherit',
    fontSize: '0.875rem',
    '& > :first-child': { whiteSpace: 'nowrap' },
    '& > :nth-child(4)': { justifySelf: 'end' },
    // On a phone: when and the state, then what and with whom.
    '@media (max-width: 599.95px)': { '& > :nth-child(4)': { gridArea: '1 / 2' } },
    '@media (min-width: 600px)': { gridTemplateColumns: '200px minmax(0, 1.1fr) minmax(0, 0.9fr) 104px' },
  },
  '& > li > a:hover': { backgroundColor: theme.vars.palette.action.hover },
  '& strong': { fontWeight: 600 },
  '& .soft': { color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
}))

const State = styled(Badge)({
  gap: 4,
  padding: '0 8px',
  fontSize: '0.75rem',
  color: 'var(--visit-ink)',
  backgroundColor: 'var(--visit-fill)',
  border: '1px solid var(--visit-line)',
})

const Counts = styled('span')(({ theme }) => ({
  fontSize: '0.875rem',
  textAlign: 'end',
  color: theme.vars.palette.text.secondary,
}))

type Visit = PatientRecord['visits'][number]

/** As the book shows it: what is over and has neither come nor gone asks for its outcome. */
function stateOf({ status, visit, appointment_date: at }: Visit, now: number): ShownState {
  if (status === 'cancelled') return 'cancelled'
  if (visit !== null) return visit
  if (Date.parse(at) + DEFAULT_MINUTES * 60_000 <= now) return 'outcome'
  return status === 'open' ? 'pending' : 'confirmed'
}

function countsOf(visits: readonly Visit[], now: number) {
  const kept = visits.filter(({ status }) => status !== 'cancelled')
  const coming = kept.filter(({ appointment_date: at }) => Date.parse(at) > now).length
  return { coming, past: kept.length - coming, cancelled: visits.length - kept.length }
}

/** Visits at own locations, each a link to its day, and of the others date and town. */
export function Visits({ of: it }: { of: PatientRecord }) {
  const { t, i18n } = useTranslation('records')
  const language = isoLanguage(i18n.language)
  const { t: bookText } = useTranslation('appointments')
  const [isWhole, setWhole] = useState(false)
  const now = clock.now().getTime()
  const shown = isWhole ? it.visits : it.visits.slice(0, FIRST)
  const older = it.visits.length - shown.length
  return (
    <section aria-labelledby="record-visits">
      <Top>
        <h3 id="record-visits">{t('visits.title')}</h3>
        {it.visits.length > 0 && <Counts>{t('visits.counts', countsOf(it.visits, now))}</Counts>}
      </Top>
      {it.visits.length === 0 && it.elsewhere.length === 0 && <p>{t('visits.none')}</p>}
      <Rows>
        {shown.map((visit) => {
          const state = stateOf(visit, now)
          const { id, location, appointment_date: at } = visit
          return (
            <li key={id}>
              <PageLink to={paths.appointment(id, { day: at.slice(0, 10), location })}>
                <span>
                  {shortDay(at.slice(0, 10), language, { year: true })}{' '}
                  <strong>{formatTime(at.slice(11, 16), language)}</strong>
                </span>
                <span>{visit.serviceText}</span>
                <span className="soft">{visit.doctor}</span>
                <State data-state={state}>
                  <VisitSign of={state} size={12} />
                  {bookText(`visit.${state}`)}
                </State>
              </PageLink>
            </li>
          )
        })}
        {it.elsewhere.map(({ date, location }, at) => (
          <li key={`${date}-${at}`}>
            <div>
              <span>{shortDay(date, language, { year: true })}</span>
              <span className="soft">{locationName(location)}</span>
            </div>
          </li>
        ))}
      </Rows>
      {older > 0 && (
        <Button variant="text" onClick={() => setWhole(true)}>
          {t('visits.older', { count: older })}
        </Button>
      )}
    </section>
  )
}
