import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'

/** Minimum size of anything clickable, in pixels: thumbs on phones, gloves at the desk. */
export const TARGET_PX = 44

type Themed = Omit<Theme, 'components'> & CssVarsTheme

/** Selected, pressed or current elements and their content; a radio button shows it by its shape. */
const CHOSEN = [
  '[aria-pressed=true]',
  '[aria-selected=true]',
  '[aria-current=page]',
  '[role^=menuitem][aria-checked=true]',
  'label:has(> [type=checkbox]:checked)',
]
  .flatMap((chosen) => [chosen, `${chosen} *`])
  .join()

export const components: Components<Themed> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { scrollPaddingTop: 16, scrollPaddingBottom: 96 },
      body: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'break-word' },
      'h1, h2, h3, h4, h5, h6, p': { margin: 0 },
      h1: theme.typography.h1,
      h2: theme.typography.h2,
      h3: theme.typography.h3,
      a: { color: 'var(--mui-palette-primary-main)', textUnderlineOffset: '0.2em' },
      ':focus-visible': { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: 2 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
      // The system's colours replace ours: what only a fill or a shadow shows needs another sign.
      '@media (forced-colors: active)': {
        [CHOSEN]: {
          forcedColorAdjust: 'none',
          color: 'HighlightText !important',
          backgroundColor: 'Highlight !important',
          borderColor: 'Highlight !important',
        },
        // Dialogs and menus would have no border.
        '.MuiPaper-root': { border: '1px solid' },
      },
    }),
  },
  // The ripple outlasts the allowed motion; hover, press and focus have states of their own.
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    // Safari knows it under this name only, and no prefixes are added (src/app/main.tsx).
    styleOverrides: { root: { WebkitUserSelect: 'none' } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: TARGET_PX, minWidth: TARGET_PX, padding: '8px 20px', borderRadius: 8 },
      outlined: ({ theme }) => ({ borderColor: theme.vars.palette.controlLine }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { minHeight: TARGET_PX, minWidth: TARGET_PX, borderRadius: 8 } } },
  MuiCard: {
    defaultProps: { elevation: 0 },
    styleOverrides: {
      root: ({ theme }) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: 10,
        boxShadow: '0 1px 2px rgb(18 38 43 / 0.05)',
        backgroundImage: 'none',
      }),
    },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  // Labels above their field do not move while typing, and long ones are not cut.
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        overflow: 'visible',
        whiteSpace: 'normal',
        marginBottom: 6,
        fontSize: '0.875rem',
        fontWeight: 600,
        lineHeight: 1.5,
        color: theme.vars.palette.text.primary,
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
        '&.Mui-disabled': { color: theme.vars.palette.text.secondary },
        '&.Mui-error': { color: theme.vars.palette.error.main },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: { root: { marginLeft: 0, marginRight: 0, fontSize: '0.875rem', lineHeight: 1.5 } },
  },
  MuiLink: { defaultProps: { underline: 'always' } },
}
