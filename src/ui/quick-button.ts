import { styled } from '@mui/material/styles'
import { TARGET_PX } from '../theme/theme-components.ts'

/**
 * As a button of MUI, 'contained' or 'outlined' by its `data-kind`, else words alone. For what stands above the book:
 * MUI's rules, made before a list or a day can be read, would be a fifth of all that it waits for.
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
  '@media (hover: hover)': {
    '&:hover': { backgroundColor: `color-mix(in srgb, ${vars.palette.primary.main} 6%, transparent)` },
  },
  '&[data-kind=outlined]': {
    border: `1px solid ${vars.palette.controlLine}`,
    color: vars.palette.primary.main,
  },
  '&[data-kind=contained]': {
    color: vars.palette.primary.contrastText,
    backgroundColor: vars.palette.primary.main,
    '@media (hover: hover)': { '&:hover': { backgroundColor: vars.palette.primary.dark } },
  },
  '&:disabled': {
    color: vars.palette.action.disabled,
    borderColor: vars.palette.action.disabledBackground,
    cursor: 'default',
  },
}))
