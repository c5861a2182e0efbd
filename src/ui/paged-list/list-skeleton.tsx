import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { PAGE_SIZE } from '../../../contract/lists.ts'
import { Card, CardGrid } from './card-grid.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

const WIDTHS = ['80%', '55%']
const CARDS = 3
const LINES_OF_CARD = 3

const Stack = styled('div')({ display: 'grid', gap: 6, padding: '4px 0' })

const Lines = ({ count }: { count: number }) => (
  <Stack>
    {WIDTHS.slice(0, count).map((width) => (
      <Skeleton key={width} variant="rounded" width={width} height={16} />
    ))}
  </Stack>
)

type RowsProps = {
  columns: number
  /** Lines of text per row, at most 2. */
  lines: number
}

export function SkeletonRows({ columns, lines }: RowsProps) {
  return numbers(PAGE_SIZE).map((row) => (
    <tr key={row}>
      {numbers(columns).map((column) => (
        <td key={column}>
          <Lines count={lines} />
        </td>
      ))}
    </tr>
  ))
}

export function SkeletonCards() {
  return (
    <CardGrid aria-hidden="true">
      {numbers(CARDS).map((card) => (
        <Card key={card}>
          {numbers(LINES_OF_CARD).map((line) => (
            <Lines key={line} count={2} />
          ))}
        </Card>
      ))}
    </CardGrid>
  )
}
