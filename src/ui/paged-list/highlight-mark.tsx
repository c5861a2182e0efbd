import { styled } from '@mui/material/styles'
import { Badge } from '../badge.tsx'

/**
 * The word on a row that is highlighted, beside or under what else it says: the tint alone is not seen by everybody.
 * Lower than other badges: with it under one of them a row is no higher, and none moves when the mark goes.
 */
export const HighlightMark = styled(Badge)(({ theme }) => ({
  padding: '1px 8px',
  fontSize: '0.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
}))
