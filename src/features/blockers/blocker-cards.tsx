import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { RowActions, type RowHandlers } from './row-actions.tsx'
import { Summary } from './summary.tsx'

const Cards = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 12 })

const Card = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'start',
  padding: 16,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
}))

/** Blockers where it is too narrow for a table. */
export function BlockerCards({ rows, ...handlers }: { rows: readonly Blocker[] } & RowHandlers) {
  const { t } = useTranslation('blockers')
  return (
    <Cards aria-label={t('title')}>
      {rows.map((blocker) => (
        <Card key={blocker.id}>
          <Summary blocker={blocker} />
          <RowActions blocker={blocker} {...handlers} />
        </Card>
      ))}
    </Cards>
  )
}
