import IconButton from '@mui/material/IconButton'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import type { FormField } from './form-field.ts'
import { TextField } from './text-field.tsx'

type Props = {
  field: FormField
  label: string
  hint?: string
  /** 'one-time-code': a secret that no password manager may take off the device. */
  autoComplete: 'current-password' | 'new-password' | 'one-time-code'
  inputMode?: 'numeric'
  autoFocus?: boolean
  /** Name of the button that shows or hides the password. */
  showLabel: string
}

export function PasswordField({ showLabel, ...props }: Props) {
  const [shown, setShown] = useState(false)
  const Sign = shown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      required
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          aria-label={showLabel}
          aria-pressed={shown}
          aria-controls={props.field.id}
          onClick={() => setShown(!shown)}
        >
          <Sign size={20} aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
