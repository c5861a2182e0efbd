import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '../../ui/mark.tsx'

/** Specification, section 9. */
const SHOWN_MS = 2500

const Sheet = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: 0,
  zIndex: theme.zIndex.modal,
  display: 'grid',
  placeItems: 'center',
  color: theme.vars.palette.primary.main,
  backgroundColor: theme.vars.palette.background.default,
  '@keyframes breathe': { '50%': { opacity: 0.45 } },
  '& > svg': { animation: 'breathe 1.25s ease-in-out infinite' },
}))

/** Covers a page for 2.5 s after each change of route, from the same render on, so that nothing shows before. */
export function usePreloader(isEnabled: boolean, pathname: string): boolean {
  const [shownFor, setShownFor] = useState<string>()
  useEffect(() => {
    // Enabling it is no change of route: the open page counts as shown.
    if (!isEnabled) return setShownFor(pathname)
    const timer = setTimeout(() => setShownFor(pathname), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isEnabled, pathname])
  return isEnabled && shownFor !== pathname
}

export function Preloader() {
  const { t } = useTranslation()
  return (
    <Sheet role="status" aria-label={t('loading')}>
      <Mark size={56} />
    </Sheet>
  )
}
