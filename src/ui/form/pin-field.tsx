import { styled } from '@mui/material/styles'
import type { FormField } from './form-field.ts'
import { TextField } from './text-field.tsx'

// Hidden by CSS: of a password field the browser would offer to store the PIN, on the very device that it protects.
const Digits = styled('div')({
  '& input': {
    WebkitTextSecurity: 'disc',
    fontSize: '1.5rem',
    letterSpacing: '0.16em',
    fontVariantNumeric: 'tabular-nums',
  },
})

type Props = { field: FormField; label: string; hint?: string; autoFocus?: boolean }

export function PinField(props: Props) {
  return (
    <Digits>
      <TextField {...props} inputMode="numeric" required />
    </Digits>
  )
}
