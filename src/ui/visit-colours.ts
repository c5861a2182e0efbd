import type { CSSObject, Theme } from '@mui/material/styles'
import { darkSurfaces, darkVisits, lightSurfaces, lightVisits } from '../theme/theme-visits.ts'

const named = (prefix: string, colours: Record<string, string>): CSSObject =>
  Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${prefix}-${name}`, value]))

const byState = (looks: typeof lightVisits): CSSObject =>
  Object.fromEntries(
    Object.entries(looks).map(([state, look]) => [`& [data-state=${state}]`, named('visit', look)]),
  )

/** What has `data-state` in it gets `--visit-ink`, `-fill`, `-line` and `-edge`; the whole `--calendar-shut` and the like. */
export const visitColours = (theme: Theme): CSSObject => ({
  ...named('calendar', lightSurfaces),
  ...byState(lightVisits),
  ...theme.applyStyles('dark', { ...named('calendar', darkSurfaces), ...byState(darkVisits) }),
})
