import { memo, type ReactNode } from 'react'
import { Card, CardGrid } from './card-grid.ts'
import type { RowOfList } from './column.ts'
import { allHighlights, type Highlight, type ShownHighlight, useShownHighlight } from './highlights.ts'

export type ListCardsProps<Row> = {
  label: string
  rows: readonly Row[]
  card: (row: Row, highlight: Highlight | undefined) => ReactNode
  isBusy?: boolean
  shownHighlight?: ShownHighlight<Row>
}

export function ListCards<Row extends RowOfList>(props: ListCardsProps<Row>) {
  const { label, rows, card, isBusy = false, shownHighlight = allHighlights } = props
  return (
    <CardGrid aria-label={label} aria-busy={isBusy}>
      {rows.map((row) => (
        <MemoCard key={row.id} row={row} card={card} shownHighlight={shownHighlight} />
      ))}
    </CardGrid>
  )
}

type CardProps<Row> = Required<Pick<ListCardsProps<Row>, 'card' | 'shownHighlight'>> & { row: Row }

function ListCard<Row extends RowOfList>({ row, card, shownHighlight }: CardProps<Row>) {
  const highlight = useShownHighlight(row, shownHighlight)
  return (
    <Card data-row={row.id} data-highlight={highlight}>
      {card(row, highlight)}
    </Card>
  )
}

const MemoCard = memo(ListCard) as typeof ListCard
