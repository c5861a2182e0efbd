import { styled } from '@mui/material/styles'
import { TARGET_PX } from '../theme/theme-components.ts'

/**
 * As a button of MUI, 'contained' by its `data-kind`, else as what is around it has it. For what stands above the book: MUI's
 * rules, made before a list or a day can be read, would be a fifth of all that it waits for.
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
