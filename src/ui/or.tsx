import { styled } from '@mui/material/styles'

/** Divider with a word between two ways to go on. */
export const Or = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
  '&::before, &::after': { content: '""', flex: 1, height: 1, backgroundColor: theme.vars.palette.divider },
}))
