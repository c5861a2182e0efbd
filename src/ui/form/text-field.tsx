import FormControl from '@mui/material/FormControl'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { ReactNode } from 'react'
import { FieldHelp } from './field-help.tsx'
import type { FormField } from './use-form.ts'

type Props = {
  field: FormField
  label: string
  hint?: string
  type?: 'text' | 'email' | 'password'
  /** The keys that a phone shows. */
  inputMode?: 'numeric'
  autoComplete?: string
  /** Told to screen readers. No asterisk: in these short forms the few optional fields say so in their label. */
  required?: boolean
  autoFocus?: boolean
  /** A name or an address is no prose: nothing is corrected, and no capital is forced on it. 'sentences' is prose. */
  autoCapitalize?: 'none' | 'words' | 'sentences'
  /** Inside the field at its end. */
  end?: ReactNode
}

/** One labelled line of text, with its error or hint under it. */
export function TextField(props: Props) {
  const { field, label, hint, type = 'text', required = false } = props
  const isProse = props.autoCapitalize === 'sentences'
  const described = field.error || hint ? field.hintId : undefined
  return (
    <FormControl fullWidth error={field.error !== undefined}>
      <InputLabel htmlFor={field.id}>{label}</InputLabel>
      <OutlinedInput
        id={field.id}
        name={field.name}
        type={type}
        value={field.value}
        autoComplete={props.autoComplete ?? 'off'}
        autoFocus={props.autoFocus}
        endAdornment={props.end}
        onChange={(event) => field.change(event.target.value)}
        slotProps={{
          input: {
            inputMode: props.inputMode,
            'aria-describedby': described,
            'aria-required': required,
            autoCapitalize: props.autoCapitalize ?? 'none',
            autoCorrect: isProse ? 'on' : 'off',
            spellCheck: isProse,
          },
        }}
      />
      <FieldHelp id={field.hintId} error={field.error} hint={hint} />
    </FormControl>
  )
}
