import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useDisabledWithout } from './needs-connection.tsx'

export const Who = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  '& > strong': { display: 'block', fontWeight: 600 },
  '& > span': { display: 'block', fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

export const Soft = styled('span')(({ theme }) => ({
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

/** Its label aligns with the row's end; the padding overhangs. */
const Quiet = styled(Button)({
  flex: 'none',
  margin: '-6px -12px',
  padding: '8px 12px',
  '&[aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

type RowButtonProps = {
  /** Action and object: the visible text is the same in each row. */
  label: string
  onPress: () => void
  children: ReactNode
}

/**
 * Neutral, since there is one in each row; a question that follows is red. Without a connection it does nothing, as
 * `NeedsConnection` says once on the page.
 */
export function RowButton({ label, onPress, children }: RowButtonProps) {
  const disabled = useDisabledWithout()
  return (
    <Quiet
      variant="text"
      color="secondary"
      aria-label={label}
      {...disabled}
      onClick={() => disabled || onPress()}
    >
      {children}
    </Quiet>
  )
}

const Body = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  // Cards in a row are equally high; their footers align at the bottom.
  gridTemplateRows: 'auto 1fr',
  '& > div': {
    display: 'flex',
    // A long state beside a long button would overflow a small phone.
    flexWrap: 'wrap',
    alignItems: 'start',
    justifyContent: 'space-between',
    gap: '4px 12px',
  },
  '& > div:last-of-type': { alignItems: 'end', rowGap: 12 },
})

type RowCardProps = { name: ReactNode; state: ReactNode; children: ReactNode; action: ReactNode }

export function RowCard({ name, state, children, action }: RowCardProps) {
  return (
    <Body>
      <div>
        {name}
        {state}
      </div>
      <div>
        <Soft>{children}</Soft>
        {action}
      </div>
    </Body>
  )
}
