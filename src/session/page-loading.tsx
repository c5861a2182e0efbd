import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { Mark } from '../ui/mark.tsx'

// A check that is answered at once shows nothing at all: the mark comes after a moment.
const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  minHeight: '100dvh',
  color: theme.vars.palette.primary.main,
  '@keyframes appear': { from: { opacity: 0 } },
  '& > *': { animation: 'appear 150ms 400ms backwards' },
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
  return (
    <Page role="status">
      <Mark size={40} />
      <Words>{t('loading')}</Words>
    </Page>
  )
}
