import { styled } from '@mui/material/styles'

/** Around a native select without the system's looks, and the arrow that it lost with them. */
export const SelectFrame = styled('span')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  fontWeight: 400,
  '& > svg': {
    position: 'absolute',
    insetInlineEnd: 8,
    top: 'calc(50% - 8px)',
    pointerEvents: 'none',
    color: theme.vars.palette.text.secondary,
  },
}))

export function SelectArrow() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4 6l4 4l4-4" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
