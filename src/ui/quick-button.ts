import { styled } from '@mui/material/styles'
import { TARGET_PX } from '../theme/theme-components.ts'

/**
 * Look of a MUI button without MUI: 'contained' by its `data-kind`, else as its surroundings have it. For the head of
 * the book, where MUI's rules, computed before a list or day can be read, would be a fifth of the time.
 */
export const QuickButton = styled('button')(({ theme: { vars } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  boxSizing: 'border-box',
  minHeight: TARGET_PX,
  minWidth: TARGET_PX,
  padding: '4px 12px',
  border: 0,
  borderRadius: 8,
  font: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 600,
  color: 'inherit',
  background: 'none',
  cursor: 'pointer',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  '@media (pointer: fine)': { minHeight: 36, minWidth: 36 },
  '&[data-kind=contained]': {
    color: vars.palette.primary.contrastText,
    backgroundColor: vars.palette.primary.main,
    '@media (hover: hover)': { '&:hover': { backgroundColor: vars.palette.primary.dark } },
  },
}))
