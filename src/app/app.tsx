import type { EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { Theme } from '@mui/material/styles'
import { Provider as JotaiProvider, useAtom } from 'jotai'
import { type ReactNode, StrictMode, Suspense, useEffect } from 'react'
import { newVersionAtom } from '../device/new-version-atom.ts'
import { onNewVersion } from '../device/worker.ts'
import { loadTexts } from '../i18n/i18n.ts'
import { type Place, paths } from '../paths.ts'
import { store } from '../store.ts'
import { EnamelThemeProvider } from '../theme/enamel-theme-provider.tsx'
import { writesBaseStyles } from '../theme/theme.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyModule, useLazyModule } from '../ui/lazy.tsx'
import { PageLoading } from '../ui/page-loading.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { AREAS, ROUTED } from './areas.ts'
import { PageEffects } from './page-effects.tsx'

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

/**
 * The theme's variables in both schemes, and how plain elements look. The app writes them when the build renders it, which
 * puts them into the style block of every page, and while developing: a visitor's phone finds them there.
 */
function BaseStyles({ theme }: { theme: Theme }) {
  return (
    <>
      <CssBaseline />
      <GlobalStyles styles={theme.generateStyleSheets()} />
    </>
  )
}

/**
 * The page at the address. Patients stay on the booking page, which needs no router; other pages reach booking by the
 * router.
 */
function Pages({ area }: { area: Place['area'] }) {
  const Routed = ROUTED[area]?.Page
  const { Page } = AREAS[area]
  return (
    <Suspense fallback={<PageLoading />}>
      {Routed ? (
        <Routed />
      ) : (
        <>
          <PageEffects pathname={paths.book()} />
          <Page />
        </>
      )}
    </Suspense>
  )
}

const notice = lazyModule(async () => {
  const [{ NewVersionNotice }, { handsAtRest }] = await Promise.all([
    import('../features/updates/new-version-notice.tsx'),
    import('../features/updates/hands-at-rest.ts'),
    loadTexts('app'),
  ])
  await handsAtRest()
  return NewVersionNotice
})

/**
 * Notice of a new version, above every page. The live region is rendered before its text, or the text would not be
 * announced.
 */
function NewVersion() {
  const [state, setState] = useAtom(newVersionAtom)
  // Where it cannot be fetched it can wait: at the next start the new version may be taken anyway.
  const shown = useLazyModule(notice, state === 'waits')
  useEffect(() => onNewVersion(() => setState('waits')), [setState])
  return (
    <div aria-live="polite">
      {state === 'waits' && shown.status === 'ready' && <shown.module onLater={() => setState('putOff')} />}
    </div>
  )
}
