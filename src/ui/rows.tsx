import { styled } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/*
 * What the lists of the staff pages look like: a dense table, or cards where it is narrow. What stands in a row is
 * each list's own.
 */

/** Under this width of the window, in pixels, rows are cards. */
const CARDS_BELOW_PX = 700

/** Whether rows are cards now. */
export const useCards = () => useMediaQuery(`(max-width: ${CARDS_BELOW_PX - 0.05}px)`, { noSsr: true })

/** Around a table; what is wider than the page scrolls in it. */
export const TableFrame = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  overflowX: 'auto',
}))

export const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { height: 48, padding: '4px 10px', textAlign: 'start', fontWeight: 'inherit' },
  '& th:first-of-type': { paddingInlineStart: 16 },
  '& thead th': { fontSize: '0.875rem', fontWeight: 600, color: theme.vars.palette.text.secondary },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.background.default },
}))

export const Cards = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 12 })

export const CardRow = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  padding: 16,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
}))
