import {
  type ColorSystem,
  createTheme,
  type Overlays,
  type Shadows,
  shouldSkipGeneratingVar,
  type Theme,
} from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'
import { components } from './theme-components.ts'
import { darkPalette, lightPalette } from './theme-palette.ts'

const text = (fontSize: number, fontWeight: 400 | 600 = 400) => ({
  // rem, so that a larger font size of the browser applies.
  fontSize: `${fontSize / 16}rem`,
  fontWeight,
  lineHeight: fontSize > 16 ? 1.3 : 1.5,
  letterSpacing: 0,
})

// Elevation is a border and one soft shadow. MUI's own list would be 25 CSS variables.
const SOFT = '0 8px 24px rgb(18 38 43 / 0.16)'
const shadows = ['none', ...Array<string>(24).fill(SOFT)] as Shadows

// Dark surfaces have colours of their own instead of an overlay for each level.
const NO_OVERLAYS = [] as unknown as Overlays

// MUI has variables for all its components: these are not used here.
const UNUSED =
  /^(?:Alert|AppBar|Avatar|Chip|FilledInput|LinearProgress|Slider|SnackbarContent|SpeedDialAction|Step\w+|Switch|TableCell|Tooltip)$/
const isUnused = ([group, name = '']: string[]) =>
  group === 'font' || (group === 'palette' && UNUSED.test(name))

/**
 * Whether the app itself writes its ground rules: when the build renders it, which puts them into the style
 * block of every page, and while developing. A visitor's phone finds them there and is spared the work.
 */
export const writesBaseStyles: boolean = import.meta.env.SSR || import.meta.env.DEV

/** Every colour, size and duration is in the theme. The scheme follows the device until `data-mode` on <html> is set. */
export function enamelTheme(): Theme {
  const theme = createTheme({
    cssVariables: {
      colorSchemeSelector: 'data-mode',
      shouldSkipGeneratingVar: (keys) => shouldSkipGeneratingVar(keys) || isUnused(keys),
    },
    colorSchemes: {
      light: { palette: lightPalette },
      ...(writesBaseStyles && { dark: { palette: darkPalette, overlays: NO_OVERLAYS } }),
    },
    shadows,
    shape: { borderRadius: 8 },
    motion: { reducedMotion: 'system' },
    focusVisible: true,
    typography: {
      fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      fontWeightMedium: 600,
      fontWeightBold: 600,
      h1: text(28, 600),
      h2: text(20, 600),
      h3: text(16, 600),
      h4: text(16, 600),
      h5: text(16, 600),
      h6: text(16, 600),
      subtitle1: text(16, 600),
      subtitle2: text(14, 600),
      body1: text(16),
      body2: text(14),
      button: { ...text(16, 600), textTransform: 'none' },
      caption: text(14),
      overline: { ...text(14, 600), textTransform: 'none' },
    },
    transitions: {
      duration: {
        shortest: 100,
        shorter: 120,
        short: 150,
        standard: 180,
        complex: 200,
        enteringScreen: 180,
        leavingScreen: 150,
      },
    },
    components,
  })
  // Its colours are in the page's ground rules alone: to components it only has to be there.
  theme.colorSchemes.dark ??= {} as ColorSystem
  return theme
}
