import { type CSSObject, styled, type Theme } from '@mui/material/styles'
import { type BarColours, darkBars, lightBars } from '../../theme/theme-bars.ts'
import { TARGET_PX } from '../../theme/theme-components.ts'
import { BAR_THEMES, type BarTheme } from './layout-settings.ts'

/** From here up the page has room for its menus; below them they open at the press of a button (specification, section 9: 991 px). */
export const DESKTOP = '(min-width: 992px)'
/** In a style: the narrower pages, to the last part of a pixel. */
export const BELOW_DESKTOP = '@media (max-width: 991.95px)'
/** Below it the top bar keeps only what a phone has room for. */
export const PHONE = '@media (max-width: 699.95px)'

export const TOP_BAR_PX = 56
/** Id of the settings panel, for the button that opens it. */
export const SETTINGS_ID = 'settings-panel'
/** Icons of the bars. */
export const ICON_PX = 20

const variables = (colours: BarColours): CSSObject =>
  Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--bar-${name}`, value]))

/** A colour of the bar that one stands in. */
export const bar = (name: keyof BarColours) => `var(--bar-${name})`

const inTheme = (theme: Theme, name: BarTheme): CSSObject => ({
  ...variables(lightBars[name]),
  ...theme.applyStyles('dark', variables(darkBars[name])),
})

/** Gives an element and all in it the colours that its attribute `data-bar` names. */
export const barColours = (theme: Theme): CSSObject => ({
  ...Object.fromEntries(BAR_THEMES.map((name) => [`&[data-bar=${name}]`, inTheme(theme, name)])),
  color: bar('ink'),
  backgroundColor: bar('fill'),
  // The brand's colour, in which the page draws its rings, would be lost on a bar of that colour.
  '& :focus-visible': { outlineColor: bar('ink') },
})

/** A button of the top bar: an icon, perhaps with a word. */
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
