import FormControl from '@mui/material/FormControl'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { ReactNode } from 'react'
import { FieldHelp } from './field-help.tsx'
import type { FormField } from './form-field.ts'

type Props = {
  field: FormField
  label: string
  hint?: string
  type?: 'text' | 'email' | 'password' | 'tel'
  inputMode?: 'numeric' | 'email' | 'tel'
  autoComplete?: string
  /** For screen readers. No asterisk: in these short forms the few optional fields say so in their label. */
  required?: boolean
  autoFocus?: boolean
  /** No corrections by default, as for names and addresses. 'sentences' is prose; 'browser' leaves both to the browser. */
  autoCapitalize?: 'none' | 'words' | 'sentences' | 'browser'
  rows?: number
  end?: ReactNode
}

/** MUI's TextField would bring menus along. */
export function TextField(props: Props) {
  const { field, label, hint, type = 'text', autoCapitalize = 'none', rows } = props
  const isProse = autoCapitalize === 'sentences'
  const capitals = autoCapitalize === 'browser' ? {} : { autoCapitalize, autoCorrect: isProse ? 'on' : 'off' }
  const described = field.error || hint ? field.hintId : undefined
  return (
    <FormControl
      fullWidth
      required={field.required}
      disabled={field.locked}
      error={field.error !== undefined}
    >
      <InputLabel htmlFor={field.id}>{label}</InputLabel>
      <OutlinedInput
        id={field.id}
        name={field.name}
        type={type}
        value={field.value}
        multiline={rows !== undefined}
        minRows={rows}
        autoComplete={props.autoComplete ?? 'off'}
        autoFocus={props.autoFocus}
        endAdornment={props.end}
        onChange={(event) => field.change(event.target.value)}
        slotProps={{
          input: {
            inputMode: props.inputMode,
            'aria-describedby': described,
            'aria-required': props.required,
            spellCheck: isProse || rows !== undefined,
            ...capitals,
          },
        }}
      />
      <FieldHelp id={field.hintId} error={field.error} hint={hint} />
    </FormControl>
  )
}
