import { styled } from '@mui/material/styles'
import type { MouseEvent, ReactNode, RefObject } from 'react'

const Link = styled('a')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.tooltip,
  top: 6,
  left: 8,
  padding: '10px 16px',
  borderRadius: 8,
  fontWeight: 600,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  '&:not(:focus)': { clipPath: 'inset(50%)' },
}))

type Props = { to: RefObject<HTMLElement | null>; children: ReactNode }

/** First in tab order. */
export function SkipLink({ to, children }: Props) {
  const skip = (event: MouseEvent) => {
    // A place within the page is not in the address.
    event.preventDefault()
    to.current?.focus()
    to.current?.scrollIntoView()
  }
  return (
    <Link href="#main" onClick={skip}>
      {children}
    </Link>
  )
}
