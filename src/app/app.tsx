import { type Theme, ThemeProvider } from '@mui/material/styles'
import { Provider as JotaiProvider } from 'jotai'
import type { ReactNode } from 'react'
import { store } from '../session/store.ts'
import { chosenMode, MODE_KEY } from '../theme/chosen-mode.ts'
import { writesBaseStyles } from '../theme/theme.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { BaseStyles } from './base-styles.tsx'
import { NewVersion } from './new-version.tsx'
import { Router } from './router.tsx'

type Props = {
  theme: Theme
  /** Puts the pages into a router: the browser's, or the build's that knows only one address. */
  inRouter: (pages: ReactNode) => ReactNode
}

/**
 * The whole app. TanStack Query is not among its providers: the parts that fetch bring `QueryProvider`
 * with them, so that the first load does without it.
 */
export function App({ theme, inRouter }: Props) {
  return (
    <ThemeProvider
      theme={theme}
      modeStorageKey={MODE_KEY}
      storageManager={chosenMode}
      disableStyleSheetGeneration
    >
      {writesBaseStyles && <BaseStyles theme={theme} />}
      <JotaiProvider store={store}>
        <NewVersion />
        <ErrorBoundary>{inRouter(<Router />)}</ErrorBoundary>
        <Toasts />
      </JotaiProvider>
    </ThemeProvider>
  )
}
