import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CardRow, Table } from './rows.tsx'

/*
 * What rows of people and of devices are made of: name first, what and where in softer words, one quiet action.
 */

export const NamesTable = styled(Table)({
  // Long names and addresses take as many lines as they need; dates and places stay in one.
  '& tbody th': { minWidth: 200 },
  '& tbody td': { whiteSpace: 'nowrap' },
  '& tr > :last-child': { textAlign: 'end', paddingInlineEnd: 16 },
})

/** The name, and under it a line about it; long ones take as many lines as they need. */
export const Who = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  '& > strong': { display: 'block', fontWeight: 600 },
  '& > span': { display: 'block', fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

export const Soft = styled('span')(({ theme }) => ({
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

/** An action at the end of a row: its word stands at the row's end, and its own room hangs over. */
export const RowButton = styled(Button)({
  flex: 'none',
  margin: '-6px -12px',
  padding: '8px 12px',
  '&[aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

/** A row as a card: who and state beside one another, and under them a `.foot` with the rest. */
export const CardWithFoot = styled(CardRow)({
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 12,
  alignItems: 'start',
  '& > .foot': {
    gridColumn: '1 / -1',
    display: 'flex',
    // A long word beside a long button would be wider than a small phone.
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
  },
})
