import { type Theme, ThemeProvider } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { chosenMode, MODE_KEY } from './chosen-mode.ts'

/** Gives the theme to what is inside, by the style sheet and the mode that the page has already. */
export function EnamelThemeProvider({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <ThemeProvider
      theme={theme}
      modeStorageKey={MODE_KEY}
      storageManager={chosenMode}
      disableStyleSheetGeneration
      // The mode is on <html> before the first paint. A second render for it would hydrate the whole page in one task.
      noSsr
    >
      {children}
    </ThemeProvider>
  )
}
