import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NotCached } from '../../../ui/not-cached.tsx'
import { ListError } from '../../../ui/paged-list/list-error.tsx'

type Props = {
  query: { data?: unknown; error: Error | null; refetch: () => unknown }
  isReady: boolean
  notCached: boolean
  /** Number of skeleton columns while loading. */
  columns: number
  /** Alternative to a day that is not cached. */
  children?: ReactNode
}

/** Replaces a missing day or week: the reason, or a skeleton. */
export function CalendarState({ query, isReady, notCached, columns, children }: Props) {
  const { t } = useTranslation('appointments')
  const { data, error } = query
  const onRetry = () => void query.refetch()
  if (notCached) return <NotCached onRetry={onRetry}>{children}</NotCached>
  if (error) return data ? null : <ListError error={error} fallback={t('failed')} onRetry={onRetry} />
  return isReady ? null : <CalendarSkeleton columns={columns} />
}

const SkeletonBox = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '72px repeat(auto-fit, minmax(180px, 1fr))',
    alignItems: 'center',
    gap: 20,
    minHeight: 52,
    padding: '0 12px',
    overflow: 'hidden',
  },
  '& > div + div': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const

function CalendarSkeleton({ columns }: { columns: number }) {
  const { t } = useTranslation('appointments')
  const cells = ROWS.slice(0, columns)
  return (
    <SkeletonBox data-fills-window="" role="status" aria-label={t('loading')}>
      {ROWS.map((row) => (
        <div key={row}>
          <Skeleton variant="rounded" width={64} height={18} />
          {cells.map((cell) => (
            <Skeleton key={cell} variant="rounded" width="80%" height={18} />
          ))}
        </div>
      ))}
    </SkeletonBox>
  )
}
