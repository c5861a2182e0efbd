import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'

const Bones = styled(Card)({ '& > div': { display: 'grid', gap: 4 } })

const ROWS = ['first', 'second', 'third', 'fourth'] as const

/** The list of staff before it is there, in its shape. */
export function StaffListBones() {
  const { t } = useTranslation('account')
  return (
    <Bones role="status" aria-label={t('staff.loading')}>
      {ROWS.map((row) => (
        <div key={row}>
          <Skeleton variant="rounded" width="min(40%, 220px)" height={20} />
          <Skeleton variant="rounded" width="min(70%, 320px)" height={16} />
        </div>
      ))}
    </Bones>
  )
}
