import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../contract/overview.ts'
import { useWords } from './use-words.ts'

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

/** What the days sum up to. */
export function Totals({ overview: { totals } }: { overview: Overview }) {
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
