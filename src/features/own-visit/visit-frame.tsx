import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { unseen } from '../../theme/unseen.ts'
import { Card } from '../../ui/card.tsx'
import { PublicFrame } from '../../ui/public-frame.tsx'

const Column = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  maxWidth: 480,
  margin: '0 auto',
})

const Waiting = styled(Card)(({ theme }) => ({
  minHeight: 296,
  alignContent: 'start',
  '& > span': { height: 24, borderRadius: 4, backgroundColor: theme.vars.palette.divider, opacity: 0.6 },
  '& > span:first-of-type': { height: 84 },
}))

const Hidden = styled('span')(unseen)

/** What the page of a visit stands in. */
export function VisitFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('visit')
  return (
    <PublicFrame linksForStaff={false}>
      <Column>
        <h1>{t('title')}</h1>
        {children}
      </Column>
    </PublicFrame>
  )
}

/** In the place of the visit, until it is there. */
export function VisitLoading() {
  const { t } = useTranslation('visit')
  return (
    <Waiting aria-busy="true">
      <Hidden role="status">{t('loading')}</Hidden>
      <span />
      <span />
      <span />
      <span />
    </Waiting>
  )
}
