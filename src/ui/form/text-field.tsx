import FormControl from '@mui/material/FormControl'
import InputLabel from '@mui/material/InputLabel'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { ReactNode } from 'react'
import { FieldHelp } from './field-help.tsx'
import { type FormField, NO_NUMBER } from './form-field.ts'

type Props = {
  field: FormField
  label: string
  hint?: string
  /** A number without the arrows that change it; a text that is none is `NO_NUMBER` to the form. */
  type?: 'text' | 'email' | 'password' | 'tel' | 'number'
  /** The least number. */
  min?: number
  /** The keys that a phone shows. */
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

const noArrows = {
  '& input': { MozAppearance: 'textfield' },
  '& ::-webkit-inner-spin-button': { WebkitAppearance: 'none', margin: 0 },
}

/** One labelled line of text (or a few), with its error or hint under it. MUI's TextField would bring menus along. */
export function TextField(props: Props) {
  const { field, label, hint, type = 'text', autoCapitalize = 'none', rows } = props
  const isNumber = type === 'number'
  const isProse = autoCapitalize === 'sentences'
  const capitals = autoCapitalize === 'browser' ? {} : { autoCapitalize, autoCorrect: isProse ? 'on' : 'off' }
  const take = ({ validity, value }: HTMLInputElement | HTMLTextAreaElement) =>
    field.change(validity.badInput ? NO_NUMBER : value)
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
        // What is no number stands in the field all the same: React leaves it there.
        value={isNumber && field.value === NO_NUMBER ? '' : field.value}
        sx={isNumber ? noArrows : undefined}
        multiline={rows !== undefined}
        minRows={rows}
        autoComplete={props.autoComplete ?? 'off'}
        autoFocus={props.autoFocus}
        endAdornment={props.end}
        onChange={({ target }) => take(target)}
        slotProps={{
          input: {
            inputMode: props.inputMode,
            min: props.min,
            // The value of what is no number is empty: to React, which compares values, nothing has changed then.
            onInput: isNumber ? ({ currentTarget }) => take(currentTarget) : undefined,
            // The wheel scrolls the page: in a field with the focus it would change the number.
            onWheel: isNumber ? ({ currentTarget }) => currentTarget.blur() : undefined,
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
