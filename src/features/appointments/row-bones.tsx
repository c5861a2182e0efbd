import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { PAGE_SIZE } from '../../../contract/lists.ts'
import { CardRow, Cards } from '../../ui/rows.tsx'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

const Two = styled('div')({ display: 'grid', gap: 6, padding: '4px 0' })

const TwoLines = () => (
  <Two>
    <Skeleton variant="rounded" width="80%" height={16} />
    <Skeleton variant="rounded" width="55%" height={16} />
  </Two>
)

/** A page of the table before it is there, in its shape. */
export function TableBones({ columns }: { columns: number }) {
  return numbers(PAGE_SIZE).map((row) => (
    <tr key={row}>
      {numbers(columns).map((column) => (
        <td key={column}>
          <TwoLines />
        </td>
      ))}
    </tr>
  ))
}

/** The first cards before they are there. */
export function CardBones() {
  return (
    <Cards aria-hidden="true">
      {numbers(3).map((card) => (
        <CardRow key={card}>
          <TwoLines />
          <TwoLines />
          <TwoLines />
        </CardRow>
      ))}
    </Cards>
  )
}
