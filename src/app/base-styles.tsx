import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { Theme } from '@mui/material/styles'

/**
 * Whether the app itself writes its ground rules: when the build renders it, which puts them into the style
 * block of every page, and while developing. A visitor's phone finds them there and is spared the work.
 */
export const writesBaseStyles: boolean = import.meta.env.SSR || import.meta.env.DEV

/** The theme's variables in both schemes, and how plain elements look. */
export function BaseStyles({ theme }: { theme: Theme }) {
  return (
    <>
      <CssBaseline />
      <GlobalStyles styles={theme.generateStyleSheets()} />
    </>
  )
}
