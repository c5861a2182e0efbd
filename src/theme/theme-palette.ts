/*
 * The design's tokens under MUI's names: brand is `primary`, ink `text.primary`, soft ink `text.secondary`,
 * page `background.default`, card `background.paper`, line `divider`, danger `error`.
 */

export const lightPalette = {
  primary: { main: '#0B6E6E', dark: '#085656', light: '#2F8C8B', contrastText: '#FFFFFF' },
  secondary: { main: '#51666B', dark: '#3B4E53', light: '#7C9094', contrastText: '#FFFFFF' },
  error: { main: '#B3261E', dark: '#8C1D18', light: '#FDF0EF', contrastText: '#FFFFFF' },
  warning: { main: '#8A5A00', dark: '#6B4600', light: '#FFF3D6', contrastText: '#FFFFFF' },
  success: { main: '#17603A', dark: '#0F4629', light: '#DDF3E5', contrastText: '#FFFFFF' },
  info: { main: '#1D4F91', dark: '#153B6D', light: '#E3EDFA', contrastText: '#FFFFFF' },
  text: { primary: '#12262B', secondary: '#51666B' },
  background: { default: '#F4F8F7', paper: '#FFFFFF' },
  divider: '#D8E3E2',
  controlLine: '#7C9094',
  status: {
    open: { ink: '#8A5A00', fill: '#FFF3D6' },
    closed: { ink: '#17603A', fill: '#DDF3E5' },
    cancelled: { ink: '#55646A', fill: '#EAEFEF' },
  },
  place: {
    lag: { ink: '#1D4F91', fill: '#E3EDFA' },
    fct: { ink: '#0B5F5F', fill: '#DCF1F0' },
    phc: { ink: '#7A2E6B', fill: '#F8E6F4' },
    other: { ink: '#55646A', fill: '#EAEFEF' },
  },
} as const

export const darkPalette = {
  primary: { main: '#5CC8C2', dark: '#43ADA7', light: '#8ADBD6', contrastText: '#06282A' },
  secondary: { main: '#9DB2B4', dark: '#7F9496', light: '#C2D1D2', contrastText: '#0E1719' },
  error: { main: '#FF8A80', dark: '#E5695F', light: '#351917', contrastText: '#3A0A06' },
  warning: { main: '#F5C978', dark: '#D9AC58', light: '#3A2C0E', contrastText: '#2B1D00' },
  success: { main: '#8FDDAE', dark: '#6CC08F', light: '#12331F', contrastText: '#06281A' },
  info: { main: '#9CC4FF', dark: '#7AA9EC', light: '#13294A', contrastText: '#07203F' },
  text: { primary: '#E6EFEF', secondary: '#9DB2B4' },
  background: { default: '#0E1719', paper: '#152124' },
  divider: '#26373A',
  controlLine: '#64807F',
  status: {
    open: { ink: '#F5C978', fill: '#3A2C0E' },
    closed: { ink: '#8FDDAE', fill: '#12331F' },
    cancelled: { ink: '#A9B8BB', fill: '#233034' },
  },
  place: {
    lag: { ink: '#9CC4FF', fill: '#13294A' },
    fct: { ink: '#7FD6D0', fill: '#0F3533' },
    phc: { ink: '#F0A8DE', fill: '#3E1836' },
    other: { ink: '#A9B8BB', fill: '#233034' },
  },
} as const
