import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from './mark.tsx'

/** So long after its beginning, in milliseconds, a load of the app still stands on the mark of its HTML (scripts/build/page.ts). */
const STARTING_MS = 5_000

// A check that is answered at once shows nothing at all: the mark comes after a moment, unless it is there already.
const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  minHeight: '100dvh',
  color: theme.vars.palette.primary.main,
  '@keyframes appear': { from: { opacity: 0 } },
  '&[data-later] > *': { animation: 'appear 150ms 400ms backwards' },
}))

const Words = styled('span')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
})

/** The whole page while it is not known yet what may be shown. */
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
