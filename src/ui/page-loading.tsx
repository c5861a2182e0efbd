import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unseen } from '../theme/unseen.ts'
import { Mark } from './mark.tsx'

/** A load of the app younger than this, in milliseconds, still shows the mark of its HTML (scripts/build/page.ts). */
const STARTING_MS = 5_000

// The mark is delayed, so that a quick check shows nothing, unless it is visible already.
const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  minHeight: '100dvh',
  color: theme.vars.palette.primary.main,
  '@keyframes appear': { from: { opacity: 0 } },
  '&[data-later] > *': { animation: 'appear 150ms 400ms backwards' },
}))

const Words = styled('span')(unseen)

export function PageLoading() {
  const { t } = useTranslation()
  const [isLater] = useState(() => performance.now() > STARTING_MS)
  return (
    <Page role="status" data-later={isLater || undefined}>
      <Mark size={40} />
      <Words>{t('loading')}</Words>
    </Page>
  )
}
