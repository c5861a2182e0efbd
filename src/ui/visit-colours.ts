import type { CSSObject, Theme } from '@mui/material/styles'
import { darkSurfaces, darkVisits, lightSurfaces, lightVisits } from '../theme/theme-visits.ts'

const named = (prefix: string, colours: Record<string, string>): CSSObject =>
  Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${prefix}-${name}`, value]))

const byState = (looks: typeof lightVisits): CSSObject =>
  Object.fromEntries(
    Object.entries(looks).map(([state, look]) => [`& [data-state=${state}]`, named('visit', look)]),
  )

/**
 * Sets `--visit-ink`, `-fill`, `-line` and `-edge` on elements with `data-state`, and `--calendar-shut` and the like
 * on the whole.
 */
export const visitColours = (theme: Theme): CSSObject => ({
  ...named('calendar', lightSurfaces),
  ...byState(lightVisits),
  ...theme.applyStyles('dark', { ...named('calendar', darkSurfaces), ...byState(darkVisits) }),
})
