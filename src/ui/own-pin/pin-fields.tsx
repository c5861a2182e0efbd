import type { FormField } from '../form/form-field.ts'
import { PasswordField } from '../form/password-field.tsx'

type Props = {
  pin: FormField
  repeat: FormField
  labels: { pin: string; repeat: string; show: string }
  hint: string
  autoFocus?: boolean
}

/** A new PIN, typed twice on the numeric keypad; no password manager is asked to keep it. */
export function PinFields({ pin, repeat, labels, hint, autoFocus = false }: Props) {
  const common = { autoComplete: 'one-time-code', inputMode: 'numeric', showLabel: labels.show } as const
  return (
    <>
      <PasswordField {...common} field={pin} label={labels.pin} hint={hint} autoFocus={autoFocus} />
      <PasswordField {...common} field={repeat} label={labels.repeat} />
    </>
  )
}
