import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

const Bones = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  '& > div': { display: 'flex', alignItems: 'center', gap: 24, minHeight: 48, padding: '0 16px' },
  '& > div + div': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const

/** A page of the list before it is there, in its shape. */
export function RowBones() {
  const { t } = useTranslation('appointments')
  return (
    <Bones role="status" aria-label={t('loading')}>
      {ROWS.map((row) => (
        <div key={row}>
          <Skeleton variant="rounded" width="10%" height={18} />
          <Skeleton variant="rounded" width="25%" height={18} />
          <Skeleton variant="rounded" width="25%" height={18} />
          <Skeleton variant="rounded" width="30%" height={18} />
        </div>
      ))}
    </Bones>
  )
}
