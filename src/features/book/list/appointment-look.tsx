import { styled, type Theme } from '@mui/material/styles'
import { TARGET_PX } from '../../../theme/theme-components.ts'
import { unseen } from '../../../theme/unseen.ts'
import { visitColours } from '../../../ui/visit-colours.ts'

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

/** Styles around the list: cells and widths of columns. */
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

/** Height of a line, in pixels. */
const LINE_PX = 20

/** Styles of the cells (cells.tsx), by class, in a table and on cards: rules of the surrounding element. */
const cellStyles = ({ vars: { palette } }: Theme) =>
  ({
    '& .stack': { display: 'grid', justifyItems: 'start', gap: 2 },
    '& .lines': {
      fontSize: '0.875rem',
      lineHeight: `${LINE_PX}px`,
      // Names and addresses without a space break anywhere, rather than widen the page.
      overflowWrap: 'anywhere',
    },
    '& .lines > *': { display: 'block' },
    '& .lines > strong': { fontWeight: 600, color: palette.text.primary },
    '& strong > a': { color: 'inherit', textDecoration: 'none' },
    '& strong > a:is(:hover, :focus-visible)': { textDecoration: 'underline' },
    // The name is shown in full; the rest is cut off.
    '& .lines > .ends': { display: 'flex', gap: 8, overflow: 'hidden' },
    '& .ends > :first-of-type': {
      minWidth: 0,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .states': { display: 'flex', flexWrap: 'wrap', gap: '2px 6px' },
    '& .visit': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      padding: '0 8px',
      borderRadius: 11,
      fontSize: '0.75rem',
      fontWeight: 600,
      lineHeight: '20px',
      whiteSpace: 'nowrap',
      color: 'var(--visit-ink)',
      backgroundColor: 'var(--visit-fill)',
      boxSizing: 'border-box',
      maxWidth: '100%',
      '& > svg': { flex: 'none' },
      '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    },
    // Two lines of them are as high as two lines of text.
    '& td .states > *': { padding: '0 7px', gap: 4, fontSize: '0.75rem', lineHeight: '19px' },
    '& .tick': {
      display: 'grid',
      placeItems: 'center',
      width: 36,
      height: 44,
      margin: '-4px 0',
      cursor: 'pointer',
    },
    '& .tick > input': {
      width: 18,
      height: 18,
      margin: 0,
      cursor: 'inherit',
      accentColor: palette.primary.main,
    },
    '& .lines > .soft': { color: palette.text.secondary },
    // A long text must not push the next patient off the screen; the details have the whole of it.
    '& .lines > .clamped': {
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      maxWidth: 480,
    },
    '& tr .lines > .clamped': { WebkitLineClamp: 1 },
    '& .links > a': {
      // 24 px, the least that WCAG 2.2 allows for two links under each other.
      padding: '2px 0',
      color: 'inherit',
      textDecoration: 'none',
    },
    '& .links > a:is(:hover, :focus-visible)': { textDecoration: 'underline', color: palette.primary.main },
    // The row stays as high as two lines make it.
    '& td > .links': { margin: '-4px 0' },
    // On a phone they are for thumbs. In the rows of a tablet they would take the room of two; the row's menu has them too.
    '@media (pointer: coarse)': { '& li .links > a': { padding: `${(TARGET_PX - LINE_PX) / 2}px 0` } },
    '& td > .links > a': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .moment': { fontSize: '0.875rem', lineHeight: 1.4 },
    '& .moment > *': { whiteSpace: 'nowrap' },
    '& .moment > strong': { fontWeight: 600 },
    '& td > .moment > *': { display: 'block' },
    '& .reference': {
      fontSize: '0.8125rem',
      lineHeight: 1.4,
      letterSpacing: '0.04em',
      whiteSpace: 'nowrap',
      color: palette.text.secondary,
    },
  }) as const
