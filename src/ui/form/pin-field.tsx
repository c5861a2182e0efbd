import { styled } from '@mui/material/styles'
import type { FormField } from './form-field.ts'
import { TextField } from './text-field.tsx'

// Hidden by drawing: of a password field the browser would offer to remember what was typed, on the very device that
// the PIN is to protect.
const Digits = styled('div')({
  '& input': {
    WebkitTextSecurity: 'disc',
    fontSize: '1.5rem',
    letterSpacing: '0.16em',
    fontVariantNumeric: 'tabular-nums',
  },
})

type Props = { field: FormField; label: string; hint?: string; autoFocus?: boolean }

/** A PIN, typed on the numeric keypad and not shown. */
export function PinField(props: Props) {
  return (
    <Digits>
      <TextField {...props} inputMode="numeric" required />
    </Digits>
  )
}
