import Button, { type ButtonProps } from '@mui/material/Button'
import { styled } from '@mui/material/styles'

/** A sentence and what leads on from it, where rows would be. */
export const EmptyFrame = styled('div')({
  display: 'grid',
  gap: 16,
  justifyItems: 'center',
  padding: '40px 16px',
  textAlign: 'center',
  overflowWrap: 'anywhere',
})

/** What a list without rows says, and the one thing that leads on. */
export type Empty = { sentence: string; action?: ButtonProps }

export function ListEmpty({ sentence, action }: Empty) {
  return (
    <EmptyFrame>
      <p>{sentence}</p>
      {action && <Button variant="outlined" {...action} />}
    </EmptyFrame>
  )
}
