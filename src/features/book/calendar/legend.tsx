import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { visitColours } from '../../../ui/visit-colours.ts'
import { VisitSign } from '../../../ui/visit-sign.tsx'

const STATES = ['pending', 'confirmed', 'arrived', 'in_chair', 'done', 'no_show'] as const

const Row = styled('ul')(({ theme }) => ({
  ...visitColours(theme),
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'flex',
  gap: 14,
  fontSize: '0.75rem',
  lineHeight: '20px',
  whiteSpace: 'nowrap',
  '& > li': { display: 'inline-flex', alignItems: 'center', gap: 4, color: 'var(--visit-ink)' },
  '@media (max-width: 1099.95px)': { gap: 8 },
  '@media (max-width: 959.95px)': { display: 'none' },
}))

/** The states of a visit: sign, word and colour. */
export function Legend() {
  const { t } = useTranslation('appointments')
  return (
    <Row aria-label={t('calendar.legend')}>
      {STATES.map((state) => (
        <li key={state} data-state={state}>
          <VisitSign of={state} />
          {t(`visit.${state}`)}
        </li>
      ))}
    </Row>
  )
}
