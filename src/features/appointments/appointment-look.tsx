import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/** A table narrower than this, in pixels, has no room for its columns; with one for the actions it needs more. */
const TABLE_FROM_PX = 960
const TOUCH_TABLE_FROM_PX = 1116

/** How wide the table has to be on this device, in pixels. */
export const useTableWidth = () =>
  useMediaQuery('(hover: hover)', { noSsr: true }) ? TABLE_FROM_PX : TOUCH_TABLE_FROM_PX

const UNSEEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

/** Actions that wait for the pointer have no column: they lie over the end of their row, in its colour. */
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

/** Of the columns on paper, in percent, by their place; the last one has no room there. */
const PAPER_WIDTHS = [15, 18, 24, 12, 13, 18, 0]

/** On paper there is the table alone, as wide as the paper is, with its head on each page. */
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

/** Around the list of appointments: the widths of its columns, where its actions stand, and how it is on paper. */
export const AppointmentLook = styled('div')({
  '& table': { '--patient': '14.5%', '--contact': '18.5%', '--actions': '172px' },
  '& tbody td:last-of-type': { paddingInlineEnd: 8 },
  '@media (hover: hover)': ACTIONS_OVER_ROW,
  // Last, so that it counts.
  '@media print': PAPER,
})
