import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { CardRow, Cards } from '../../ui/rows.tsx'
import { RowActions, type RowHandlers } from './row-actions.tsx'
import { Summary } from './summary.tsx'

const Card = styled(CardRow)(({ theme }) => ({
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'start',
  '&[data-news]': { backgroundColor: theme.vars.palette.info.light },
}))

type Props = RowHandlers & {
  rows: readonly Blocker[]
  /** Ids of those that are new or have changed. */
  marked: ReadonlySet<string>
}

/** Blockers where it is too narrow for a table. */
export function BlockerCards({ rows, marked, ...handlers }: Props) {
  const { t } = useTranslation('blockers')
  return (
    <Cards aria-label={t('title')}>
      {rows.map((blocker) => (
        <Card key={blocker.id} data-news={marked.has(blocker.id) || undefined}>
          <Summary blocker={blocker} />
          <RowActions blocker={blocker} {...handlers} />
        </Card>
      ))}
    </Cards>
  )
}
