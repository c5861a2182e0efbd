import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Badge } from '../badge.tsx'

// Lower than other badges, so that a row keeps its height when the mark goes.
const Mark = styled(Badge)(({ theme }) => ({
  padding: '1px 8px',
  fontSize: '0.75rem',
  lineHeight: '16px',
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
}))

/** A word, as not everybody sees the tint. */
export function HighlightMark({ children }: { children: ReactNode }) {
  return <Mark>{children}</Mark>
}
