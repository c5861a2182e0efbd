import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { SkeletonBar } from '../step/skeleton-bar.tsx'

const Month = styled('div')({
  display: 'grid',
  gap: 8,
  '& > span': { height: 44 },
  '& > span + span': { height: 252 },
})

const Strip = styled('div')({
  display: 'flex',
  gap: 8,
  overflow: 'hidden',
  '& > span': { flex: 'none', width: 64, height: 84 },
})

const Times = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(92px, 1fr))',
  gap: 8,
  '& > span': { height: 44 },
})

/** The shape of a month whose calendar is still on its way. */
export function CalendarSkeleton() {
  const { t } = useTranslation('later')
  return (
    <Month role="status" aria-label={t('slots.loading')}>
      <SkeletonBar />
      <SkeletonBar />
    </Month>
  )
}

/** The shape of the next days. */
export function StripSkeleton() {
  const { t } = useTranslation('later')
  return (
    <Strip role="status" aria-label={t('slots.loading')}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <SkeletonBar key={key} />
      ))}
    </Strip>
  )
}

/** The shape of a day's free times. */
export function TimeSkeleton() {
  const { t } = useTranslation('later')
  return (
    <Times role="status" aria-label={t('slots.loading')}>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((key) => (
        <SkeletonBar key={key} />
      ))}
    </Times>
  )
}
