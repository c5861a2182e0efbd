import { styled } from '@mui/material/styles'
import { Table, TableFrame } from '../../ui/rows.tsx'

// No scroll of its own, as frames usually have: its head is to stick to the page.
export const TableRoom = styled(TableFrame)({ overflow: 'clip' })

const UNSEEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

/** Actions that wait for the pointer have no column: they lie over the end of their row, in its colour. */
const ACTIONS_OVER_ROW = {
  '--patient': '17%',
  '--contact': '22%',
  '--actions': '16px',
  '& thead th:last-of-type': { paddingInline: 0, '& > span': UNSEEN },
  '& tbody td:last-of-type:not([colspan])': { position: 'relative', padding: 0, backgroundColor: 'inherit' },
  '& [data-row-actions]': {
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
  '& *': { fontSize: '8.5pt !important' },
  '& thead label, & thead th:last-of-type, & td:last-of-type:not([colspan])': { display: 'none' },
  '& thead th': { position: 'static' },
  '& tr': { breakInside: 'avoid' },
} as const

/** The table of the list, without what stands in it. */
export const WideTable = styled(Table)(({ theme }) => ({
  tableLayout: 'fixed',
  '--patient': '14.5%',
  '--contact': '18.5%',
  '--actions': '172px',
  '@media (hover: hover)': ACTIONS_OVER_ROW,
  '& td:first-of-type': { paddingInlineStart: 16 },
  '& thead th': {
    position: 'sticky',
    // Under the bar of the shell.
    top: 'var(--top-bar, 0px)',
    zIndex: 1,
    verticalAlign: 'bottom',
    paddingBlock: 8,
    lineHeight: 1.4,
    backgroundColor: theme.vars.palette.background.paper,
    // A border would stay behind with the rows.
    boxShadow: `inset 0 -1px ${theme.vars.palette.divider}`,
  },
  '& thead label': { margin: '2px 0 0 -9px' },
  '& thead select': { paddingInline: '8px 24px' },
  '& thead label svg': { insetInlineEnd: 5 },
  '& tbody tr:first-of-type': { borderTop: 0 },
  '& tbody th:first-of-type': { fontWeight: 400, paddingInlineStart: 10 },
  '& tbody td:last-of-type': { textAlign: 'end', paddingInlineEnd: 8 },
  // What lies over the row has its colour.
  '& tbody tr': { backgroundColor: theme.vars.palette.background.paper },
  '& tbody tr[data-news]': { backgroundColor: theme.vars.palette.info.light },
  // What takes the focus is not left under the head.
  '& tbody :is(a, button)': { scrollMarginTop: 160 },
  '&[data-old=true] tbody': { opacity: 0.6 },
  '& td[colspan]': { padding: 0, textAlign: 'center', backgroundColor: theme.vars.palette.background.paper },
  // Last, so that it counts.
  '@media print': PAPER,
}))
