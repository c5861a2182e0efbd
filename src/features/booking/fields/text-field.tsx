import FormControl from '@mui/material/FormControl'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import { isTablet } from '../../../device/tablet/mark.ts'
import { FieldHelp } from '../../../ui/form/field-help.tsx'
import type { BookingField } from '../booking-form.ts'
import { useField } from './use-field.ts'

type Props = {
  field: Extract<BookingField, 'firstName' | 'lastName' | 'age' | 'email' | 'phoneNumber' | 'description'>
  label: string
  hint?: string
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'numeric' | 'email' | 'tel'
  autoComplete?: string
  /** Lines of a text that may have several. */
  rows?: number
}

/** One line (or a few) of text. MUI's TextField would bring menus and popovers along for its select. */
export function TextField({ field, label, hint, type = 'text', inputMode, autoComplete, rows }: Props) {
  const { id, hintId, value, error, required, locked, change } = useField(field)
  return (
    <FormControl fullWidth required={required} disabled={locked} error={error !== undefined}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        id={id}
        name={field}
        type={type}
        value={value}
        multiline={rows !== undefined}
        minRows={rows}
        // What browsers fill in they have written down, in the clear: on a reception tablet that would be patients.
        autoComplete={isTablet() ? 'off' : (autoComplete ?? 'off')}
        onChange={(event) => change({ [field]: event.target.value })}
        slotProps={{
          input: {
            inputMode,
            'aria-describedby': error || hint ? hintId : undefined,
            // Names are names: no autocorrection, and capitals as typed.
            spellCheck: rows !== undefined,
          },
        }}
      />
      <FieldHelp id={hintId} error={error} hint={hint} />
    </FormControl>
  )
}
