import { styled } from '@mui/material/styles'
import { visitColours } from '../../../../../ui/visit-colours.ts'
import { blockLook } from './block-look.ts'
import { ghostLook } from './ghost-look.ts'
import { gridLook } from './grid-look.ts'
import { headsLook } from './heads-look.ts'
import { holeLook } from './hole-look.ts'

/**
 * What surrounds days and weeks, and how all in them looks: one styled element around plain ones with classes. A week has
 * hundreds of blocks, and a styled component makes its rules anew in every one of them.
 */
export const CalendarLook = styled('div')(({ theme }) => ({
  ...visitColours(theme),
  ...gridLook(theme),
  ...headsLook(theme),
  ...blockLook(theme),
  ...holeLook(theme),
  ...ghostLook(theme),
  // The system's colours replace ours.
  '@media (forced-colors: active)': {
    '& .now, & .stub': { forcedColorAdjust: 'none', backgroundColor: 'CanvasText' },
  },
}))
