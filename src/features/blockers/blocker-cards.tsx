import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { CardRow, Cards } from '../../ui/rows.tsx'
import { RowActions, type RowHandlers } from './row-actions.tsx'
import { Summary } from './summary.tsx'

const Card = styled(CardRow)({
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'start',
})

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
