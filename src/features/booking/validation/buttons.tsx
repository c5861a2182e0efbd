import { styled } from '@mui/material/styles'

/** What can be done next, the main thing first; on phones as wide as the thumb reaches. */
export const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  [theme.breakpoints.down('sm')]: { '& > button': { flex: '1 1 100%' } },
}))
