import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { Provider as JotaiProvider } from 'jotai'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Router } from './router.tsx'
import { theme } from './theme.ts'

/**
 * The whole app but its router's kind, which differs between the browser and the build.
 * TanStack Query is not among the providers: the parts that fetch bring `QueryProvider`
 * with them, so that the first load does without it.
 */
export function App({ inRouter }: { inRouter: (pages: ReactNode) => ReactNode }) {
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <JotaiProvider>
        <ErrorBoundary>{inRouter(<Router />)}</ErrorBoundary>
        <Toasts />
      </JotaiProvider>
    </ThemeProvider>
  )
}
