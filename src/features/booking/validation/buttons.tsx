import { styled } from '@mui/material/styles'

/** Buttons of a step, the main one first; full width on phones. */
export const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  [theme.breakpoints.down('sm')]: { '& > button': { flex: '1 1 100%' } },
}))
