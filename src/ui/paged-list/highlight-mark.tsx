import { styled } from '@mui/material/styles'
import { Badge } from '../badge.tsx'

/** A word, as not everybody sees the tint. Lower than other badges, so that a row keeps its height when the mark goes. */
export const HighlightMark = styled(Badge)(({ theme }) => ({
  padding: '1px 8px',
  fontSize: '0.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
}))
