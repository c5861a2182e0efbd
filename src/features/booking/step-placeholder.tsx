import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'
import { SkeletonBar } from './step/skeleton-bar.tsx'

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 20,
  '& > span': { height: 44, marginTop: 28 },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
}))

/** The shape of a step whose code is still on its way. */
export function StepPlaceholder() {
  const { t } = useTranslation('common')
  return (
    <Card aria-busy="true" aria-label={t('loading')}>
      <Fields>
        {['a', 'b', 'c', 'd'].map((key) => (
          <SkeletonBar key={key} />
        ))}
      </Fields>
    </Card>
  )
}
