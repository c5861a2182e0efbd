import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { Theme } from '@mui/material/styles'

/** The theme's variables in both schemes, and how plain elements look. */
export function BaseStyles({ theme }: { theme: Theme }) {
  return (
    <>
      <CssBaseline />
      <GlobalStyles styles={theme.generateStyleSheets()} />
    </>
  )
}
