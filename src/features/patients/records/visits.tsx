import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { locationName } from '../../../ui/location-name.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import { Top } from './section-top.tsx'

/** Shown before 'Show older'. */
const FIRST = 7

const Rows = styled('ul')(({ theme }) => ({
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
    padding: '6px 0',
    textDecoration: 'none',
    color: 'inherit',
    fontSize: '0.875rem',
    '& > :nth-child(4)': { justifySelf: 'end' },
    // On a phone: when and the state, then what and with whom.
    '@media (max-width: 599.95px)': { '& > :nth-child(4)': { gridArea: '1 / 2' } },
    '@media (min-width: 600px)': { gridTemplateColumns: '208px minmax(0, 1fr) minmax(0, 0.8fr) auto' },
  },
  '& > li > a:hover': { backgroundColor: theme.vars.palette.action.hover },
  '& strong': { fontWeight: 600 },
  '& .soft': { color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
}))

const State = styled(Badge)(({ theme }) => ({
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.default,
  '&[data-state=no_show], &[data-state=cancelled]': { color: theme.vars.palette.error.main },
  '&[data-state=open]': { color: theme.vars.palette.warning.main },
}))

/** Visits at own locations, each a link into the book, and of the others date and town. */
export function Visits({ of: it }: { of: PatientRecord }) {
  const { t, i18n } = useTranslation('records')
  const language = isoLanguage(i18n.language)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? it.visits : it.visits.slice(0, FIRST)
  const older = it.visits.length - shown.length
  return (
    <section aria-labelledby="record-visits">
      <Top>
        <h3 id="record-visits">{t('visits.title')}</h3>
      </Top>
      {it.visits.length === 0 && it.elsewhere.length === 0 && <p>{t('visits.none')}</p>}
      <Rows>
        {shown.map((visit) => {
          const state = visit.status === 'cancelled' ? 'cancelled' : (visit.visit ?? visit.status)
          const at = visit.appointment_date
          return (
            <li key={visit.id}>
              <PageLink to={paths.appointment(visit.id)}>
                <span>
                  {shortDay(at.slice(0, 10), language, { year: true })}{' '}
                  <strong>{formatTime(at.slice(11, 16), language)}</strong>
                </span>
                <span>{visit.serviceText}</span>
                <span className="soft">{visit.doctor}</span>
                <State data-state={state}>{t(`state.${state}`)}</State>
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
