import { styled } from '@mui/material/styles'
import { unseen } from '../../../theme/unseen.ts'
import { visitColours } from '../../../ui/visit-colours.ts'
import { cellStyles } from './cell-styles.ts'

/** Minimum width of the table, in pixels: that of the list in a window of 700. */
export const TABLE_FROM_PX = 652

/** Prints the table alone, in full width, with its head on each page. */
const PAPER = {
  '& table': { tableLayout: 'auto !important' },
  '& col': { width: 'auto !important' },
  '& th, & td': { paddingInline: '6px !important' },
  '& table *': { fontSize: '8.5pt !important' },
  '& [data-group], & [data-column=tick], & [data-column=actions]': { display: 'none' },
  '&& thead th': { position: 'static' },
  '& tr': { breakInside: 'avoid' },
} as const

/** What surrounds the list: how its cells look, and how wide its columns are. */
export const AppointmentLook = styled('div')(({ theme }) => ({
  ...cellStyles(theme),
  ...visitColours(theme),
  '& table': {
    '--place': '136px',
    '--patient': '20%',
    '--contact': '19%',
    '--when': '118px',
    // Room for a state with its minutes, and for the longest step with the menu beside it, where the window has it.
    '--status': 'clamp(140px, 14vw, 180px)',
    '--actions': 'clamp(176px, 20vw, 200px)',
  },
  '& [data-row]': { cursor: 'pointer' },
  '& tbody tr:focus-within': { backgroundColor: theme.vars.palette.background.default },
  '& [data-column=tick]': { padding: '0 0 0 4px' },
  '& thead :is([data-column=tick], [data-column=actions]) > span:first-of-type': unseen,
  '& tbody [data-column=actions]': { padding: '0 4px 0 0', whiteSpace: 'nowrap' },
  // Nothing is louder than the names.
  '& [data-row-actions] .MuiButton-root': {
    border: 0,
    minHeight: 44,
    padding: '0 8px',
    '&:hover': { border: 0 },
  },
  '@media (max-width: 1100px)': {
    '& table': {
      '--place': '116px',
      '--patient': '19%',
      '--contact': '18%',
      '--when': '112px',
    },
  },
  '@media (max-width: 899px)': {
    '& table': { '--place': '92px', '--contact': '16%', '--status': '92px', '--when': '96px' },
  },
  // Last, so that it overrides the rest.
  '@media print': PAPER,
}))
