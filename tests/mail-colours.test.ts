import { expect, it } from 'vitest'
import { DARK, LIGHT } from '../server/messages/mail/mail-colours.ts'
import { darkPalette, lightPalette } from '../src/theme/theme-palette.ts'

it.each([
  { of: LIGHT, palette: lightPalette },
  { of: DARK, palette: darkPalette },
])('the colours of mails are those of the page', ({ of, palette }) => {
  expect(of).toEqual({
    page: palette.background.default,
    card: palette.background.paper,
    tint: of.tint,
    line: palette.divider,
    control: palette.controlLine,
    ink: palette.text.primary,
    soft: palette.text.secondary,
    brand: palette.primary.main,
    onBrand: palette.primary.contrastText,
  })
})
