import { describe, expect, it } from 'vitest'
import { darkBars, lightBars } from './theme-bars.ts'
import { darkPalette, lightPalette } from './theme-palette.ts'

/** Relative luminance and contrast as in WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

describe.each([
  ['light', lightPalette],
  ['dark', darkPalette],
] as const)('in the %s scheme', (_, palette) => {
  const surfaces = [palette.background.default, palette.background.paper]
  const words = [palette.text.primary, palette.text.secondary, palette.primary.main, palette.error.main]

  it.each(words.flatMap((ink) => surfaces.map((surface) => [ink, surface] as const)))(
    '%s reads on %s with 4.5:1',
    (ink, surface) => expect(contrast(ink, surface)).toBeGreaterThanOrEqual(4.5),
  )

  it.each(Object.entries({ ...palette.status, ...palette.place }))(
    'the %s badge reads with 4.5:1',
    (_, tint) => expect(contrast(tint.ink, tint.fill)).toBeGreaterThanOrEqual(4.5),
  )

  it.each(['primary', 'secondary', 'error', 'warning', 'success', 'info'] as const)(
    'letters on a %s button read with 4.5:1, and a note of that kind does too',
    (name) => {
      expect(contrast(palette[name].contrastText, palette[name].main)).toBeGreaterThanOrEqual(4.5)
      if (name === 'primary' || name === 'secondary') return
      expect(contrast(palette[name].main, palette[name].light)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('borders of controls stand out with 3:1', () => {
    expect(contrast(palette.controlLine, palette.background.paper)).toBeGreaterThanOrEqual(3)
  })
})

describe.each([
  ['light', lightBars],
  ['dark', darkBars],
] as const)('in the %s scheme the bars', (_, bars) => {
  it.each(Object.entries(bars))('that are %s read', (_, bar) => {
    for (const ink of [bar.ink, bar.soft])
      for (const surface of [bar.fill, bar.hover]) expect(contrast(ink, surface)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(bar.current, bar.currentFill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(bar.ink, bar.currentFill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(bar.badge, bar.badgeFill)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(Object.entries(bars))('that are %s show their controls', (_, bar) => {
    expect(contrast(bar.control, bar.fill)).toBeGreaterThanOrEqual(3)
    expect(contrast(bar.badgeFill, bar.fill)).toBeGreaterThanOrEqual(3)
  })

  it('differ from one another', () => {
    const fills = [bars.light.fill, bars.dark.fill, bars.colored.fill]
    expect(new Set(fills).size).toBe(3)
  })
})
