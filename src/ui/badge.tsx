import { styled, type Theme } from '@mui/material/styles'

export const Badge = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  padding: '1px 10px',
  borderRadius: 11,
  fontSize: '0.875rem',
  fontWeight: 600,
  lineHeight: '20px',
  whiteSpace: 'nowrap',
})

export const StateTag = styled(Badge, { shouldForwardProp: (prop) => prop !== 'tint' })<{
  tint: keyof Theme['palette']['status']
}>(({ theme, tint }) => ({
  color: theme.vars.palette.status[tint].ink,
  backgroundColor: theme.vars.palette.status[tint].fill,
}))
