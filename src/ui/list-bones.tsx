import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { Card } from './card.tsx'

const Bones = styled(Card)({ '& > div': { display: 'grid', gap: 4 } })

const ROWS = ['first', 'second', 'third', 'fourth'] as const

/** A list before it is there, in its shape. @param label says so to those who hear the page */
export function ListBones({ label }: { label: string }) {
  return (
    <Bones role="status" aria-label={label}>
      {ROWS.map((row) => (
        <div key={row}>
          <Skeleton variant="rounded" width="min(40%, 220px)" height={20} />
          <Skeleton variant="rounded" width="min(70%, 320px)" height={16} />
        </div>
      ))}
    </Bones>
  )
}
