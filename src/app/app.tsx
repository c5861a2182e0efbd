import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { Theme } from '@mui/material/styles'
import { Provider as JotaiProvider } from 'jotai'
import { type ReactNode, StrictMode } from 'react'
import type { Place } from '../paths.ts'
import { store } from '../store.ts'
import { EnamelThemeProvider } from '../theme/enamel-theme-provider.tsx'
import { writesBaseStyles } from '../theme/theme.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { BaseStyles } from './base-styles.tsx'
import { NewVersion } from './new-version.tsx'
import { Pages } from './pages.tsx'

type ProvidersProps = { theme: Theme; styles: EmotionCache; children: ReactNode }

/** Styles, theme and store of every page. */
function AppProviders({ theme, styles, children }: ProvidersProps) {
  return (
    <CacheProvider value={styles}>
      <StrictMode>
        <EnamelThemeProvider theme={theme}>
          <JotaiProvider store={store}>{children}</JotaiProvider>
        </EnamelThemeProvider>
      </StrictMode>
    </CacheProvider>
  )
}

type Props = Omit<ProvidersProps, 'children'> & {
  /** The part of the app that was opened. */
  area: Place['area']
}

/**
 * The whole app. TanStack Query is not among its providers: the parts that fetch bring `QueryProvider`
 * with them, so that the first load does without it.
 */
export function App({ theme, styles, area }: Props) {
  return (
    <AppProviders theme={theme} styles={styles}>
      {writesBaseStyles && <BaseStyles theme={theme} />}
      <NewVersion />
      <ErrorBoundary>
        <Pages area={area} />
      </ErrorBoundary>
      <Toasts />
    </AppProviders>
  )
}
