import Button, { type ButtonProps } from '@mui/material/Button'
import { styled } from '@mui/material/styles'

export const EmptyFrame = styled('div')({
  display: 'grid',
  gap: 16,
  justifyItems: 'center',
  padding: '40px 16px',
  textAlign: 'center',
  overflowWrap: 'anywhere',
})

export type Empty = { sentence: string; action?: ButtonProps }

export function ListEmpty({ sentence, action }: Empty) {
  return (
    <EmptyFrame>
      <p>{sentence}</p>
      {action && <Button variant="outlined" {...action} />}
    </EmptyFrame>
  )
}
