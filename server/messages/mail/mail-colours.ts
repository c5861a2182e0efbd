/*
 * The page's colours (src/theme/theme-palette.ts), repeated here: the server has none of the page's code.
 * `tests/mail-colours.test.ts` compares them.
 */

export const LIGHT = {
  page: '#F4F8F7',
  card: '#FFFFFF',
  tint: '#F0F6F6',
  line: '#D8E3E2',
  control: '#7C9094',
  ink: '#12262B',
  soft: '#51666B',
  brand: '#0B6E6E',
  onBrand: '#FFFFFF',
} as const

export const DARK: Record<keyof typeof LIGHT, string> = {
  page: '#0E1719',
  card: '#152124',
  tint: '#132B2D',
  line: '#26373A',
  control: '#64807F',
  ink: '#E6EFEF',
  soft: '#9DB2B4',
  brand: '#5CC8C2',
  onBrand: '#06282A',
}
