import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

/*
 * What rows of people and of devices are made of: name first, what and where in softer words, one quiet action.
 */

/** The name, and under it a line about it; long ones take as many lines as they need. */
export const Who = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  '& > strong': { display: 'block', fontWeight: 600 },
  '& > span': { display: 'block', fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

export const Soft = styled('span')(({ theme }) => ({
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

/** An action at the end of a row: its word stands at the row's end, and its own room hangs over. */
export const RowButton = styled(Button)({
  flex: 'none',
  margin: '-6px -12px',
  padding: '8px 12px',
  '&[aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
})

const Body = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 8,
  // Cards of one line are equally high; their ends stand at the foot.
  gridTemplateRows: 'auto 1fr',
  '& > div': {
    display: 'flex',
    // A long word beside a long button, or a state that is a sentence, would be wider than a small phone.
    flexWrap: 'wrap',
    alignItems: 'start',
    justifyContent: 'space-between',
    gap: '4px 12px',
  },
  '& > div:last-of-type': { alignItems: 'end', rowGap: 12 },
})

type RowCardProps = { name: ReactNode; state: ReactNode; children: ReactNode; action: ReactNode }

/** What a card says of a row: name and state beside one another, and under them the rest and the action. */
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
