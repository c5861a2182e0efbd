import { styled } from '@mui/material/styles'

/** MUI's card would be a third of the first load's own code. */
export const Card = styled('section')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  padding: 16,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  [theme.breakpoints.up('sm')]: { padding: 24, gap: 24 },
}))

export const Hint = styled('p')(({ theme }) => ({
  color: theme.vars.palette.text.secondary,
  'h2 + &, h3 + &': { marginTop: '4px' },
}))
