import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { useInstants } from '../../../ui/use-instants.ts'
import { Top } from './section-top.tsx'

const Rows = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '0 12px' },
  '& small': { gridColumn: 1, color: theme.vars.palette.text.secondary, fontSize: '0.875rem' },
  '& [data-outcome=failed]': { color: theme.vars.palette.error.main, fontWeight: 600 },
}))

/** What was sent in the last days, and what became of it. */
export function Messages({ of: { messages } }: { of: PatientRecord }) {
  const { t } = useTranslation('records')
  const spoken = useInstants()
  return (
    <section aria-labelledby="record-messages">
      <Top>
        <h3 id="record-messages">{t('messages.title')}</h3>
      </Top>
      {messages.length === 0 && <p>{t('messages.none')}</p>}
      <Rows>
        {messages.map(({ at, kind, outcome }) => (
          <li key={`${at} ${kind}`}>
            <span>{t(`messages.${kind}`)}</span>
            <span data-outcome={outcome}>{t(`messages.outcome.${outcome}`)}</span>
            <small>{spoken(at)}</small>
          </li>
        ))}
      </Rows>
    </section>
  )
}
