import { type CSSObject, styled, type Theme } from '@mui/material/styles'
import { type BarColours, darkBars, lightBars } from '../../theme/theme-bars.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { BAR_THEMES, type BarTheme } from './layout-settings.ts'

/**
 * Width from which menus are always visible; below it a button opens them (specification, section 9: 991 px).
 */
export const DESKTOP = '(min-width: 992px)'
/** `.95`, so that fractional widths are covered. */
export const BELOW_DESKTOP = '@media (max-width: 991.95px)'
export const PHONE = '@media (max-width: 699.95px)'

export const TOP_BAR_PX = 56
export const SETTINGS_ID = 'settings-panel'
export const ICON_PX = 20

const variables = (colours: BarColours): CSSObject =>
  Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--bar-${name}`, value]))

/** A colour of the surrounding bar. */
export const bar = (name: keyof BarColours) => `var(--bar-${name})`

const inTheme = (theme: Theme, name: BarTheme): CSSObject => ({
  ...variables(lightBars[name]),
  ...theme.applyStyles('dark', variables(darkBars[name])),
})

/** Sets the colours that the attribute `data-bar` names. */
export const barColours = (theme: Theme): CSSObject => ({
  ...Object.fromEntries(BAR_THEMES.map((name) => [`&[data-bar=${name}]`, inTheme(theme, name)])),
  color: bar('ink'),
  backgroundColor: bar('fill'),
  // A focus ring in the brand's colour would be invisible on a bar of that colour.
  '& :focus-visible': { outlineColor: bar('ink') },
})

export const BarButton = styled('button')({
  position: 'relative',
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 6,
  minWidth: TARGET_PX,
  minHeight: TARGET_PX,
  padding: '0 8px',
  border: 0,
  borderRadius: 8,
  background: 'none',
  font: 'inherit',
  color: bar('soft'),
  cursor: 'pointer',
  '&:hover, &[aria-expanded=true]': { color: bar('ink'), backgroundColor: bar('hover') },
  '&:focus-visible': { outlineOffset: -2 },
})
