import type { CSSObject, Theme } from '@mui/material/styles'
import { darkPictures, lightPictures } from '../../theme/theme-overview.ts'

const named = ({ steps, ...colours }: typeof lightPictures): CSSObject => ({
  ...Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--overview-${name}`, value])),
  ...Object.fromEntries(
    steps.flatMap(({ fill, ink }, i) => [
      [`--overview-fill-${i}`, fill],
      [`--overview-ink-${i}`, ink],
    ]),
  ),
})

/** The pictures' colours, for all that is inside. */
export const pictureColours = (theme: Theme): CSSObject => ({
  ...named(lightPictures),
  ...theme.applyStyles('dark', named(darkPictures)),
})

export const BAR = 'var(--overview-bar)'
export const SOFT = 'var(--overview-soft)'
export const BAD = 'var(--overview-bad)'

/** The shares from which the steps of colour begin. */
export const STEPS = [0, 0.3, 0.5, 0.65, 0.8, 0.95] as const
export const stepOf = (share: number) => STEPS.findLastIndex((from) => share >= from)

export const HATCHED = {
  backgroundImage: 'repeating-linear-gradient(-45deg, var(--overview-grid) 0 2px, transparent 2px 8px)',
} as const
