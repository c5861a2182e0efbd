import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { cellStyles } from './cell-styles.ts'

/** Minimum widths of the table, in pixels; on touch screens the actions need a column. */
const TABLE_FROM_PX = 960
const TOUCH_TABLE_FROM_PX = 1116

export const useTableWidth = () =>
  useMediaQuery('(hover: hover)', { noSsr: true }) ? TABLE_FROM_PX : TOUCH_TABLE_FROM_PX

const UNSEEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

/** Actions that show on hover have no column: they overlay the end of their row, in its colour. */
const ACTIONS_OVER_ROW = {
  '& table': { '--patient': '17%', '--contact': '22%', '--actions': '16px' },
  '& thead th:last-of-type': { paddingInline: 0, '& > span': UNSEEN },
  '& tbody td:last-of-type:not([colspan])': { position: 'relative', padding: 0, backgroundColor: 'inherit' },
  '& tr [data-row-actions]': {
    position: 'absolute',
    insetInlineEnd: 8,
    top: '50%',
    margin: 0,
    paddingInlineStart: 8,
    transform: 'translateY(-50%)',
    backgroundColor: 'inherit',
  },
} as const

/** Widths of the columns on paper, in percent; the last one is not printed. */
const PAPER_WIDTHS = [15, 18, 24, 12, 13, 18, 0]

/** Prints the table alone, in full width, with its head on each page. */
const PAPER = {
  ...Object.fromEntries(
    PAPER_WIDTHS.map((percent, i) => [`& col:nth-of-type(${i + 1})`, { width: `${percent}% !important` }]),
  ),
  '& th, & td': { paddingInline: '6px !important' },
  '& table *': { fontSize: '8.5pt !important' },
  '& thead label, & thead th:last-of-type, & td:last-of-type:not([colspan])': { display: 'none' },
  '&& thead th': { position: 'static' },
  '& tr': { breakInside: 'avoid' },
} as const

/** What surrounds the list: how its cells look, and how wide its columns are. */
export const AppointmentLook = styled('div')(({ theme }) => ({
  ...cellStyles(theme),
  '& table': { '--patient': '14.5%', '--contact': '18.5%', '--actions': '172px' },
  '& tbody td:last-of-type': { paddingInlineEnd: 8 },
  '@media (hover: hover)': ACTIONS_OVER_ROW,
  // Last, so that it overrides the rest.
  '@media print': PAPER,
}))
