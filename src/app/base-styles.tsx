import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { Theme } from '@mui/material/styles'

/**
 * The theme's variables in both schemes, and how plain elements look. The app writes them when the build renders it, which
 * puts them into the style block of every page, and while developing: a visitor's phone finds them there.
 */
export function BaseStyles({ theme }: { theme: Theme }) {
  return (
    <>
      <CssBaseline />
      <GlobalStyles styles={theme.generateStyleSheets()} />
    </>
  )
}
