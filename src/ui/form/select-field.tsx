import FormControl from '@mui/material/FormControl'
import InputLabel from '@mui/material/InputLabel'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import { FieldHelp } from './field-help.tsx'
import type { FormField } from './form-field.ts'

const Select = styled(NativeSelect)({ '& select': { textOverflow: 'ellipsis' } })

type Props = {
  field: FormField
  label: string
  hint?: string
  autoFocus?: boolean
  options: readonly { value: string; label: string }[]
  /** Somebody is about to look at the options. */
  onLook?: () => void
  'data-codes'?: string
}

/** The native select, which phones show best. */
export function SelectField({ field, label, hint, autoFocus, options, onLook, ...data }: Props) {
  return (
    <FormControl
      fullWidth
      required={field.required}
      disabled={field.locked}
      error={field.error !== undefined}
    >
      <InputLabel htmlFor={field.id}>{label}</InputLabel>
      <Select
        value={field.value}
        onChange={(event) => field.change(event.target.value)}
        input={<OutlinedInput />}
        inputProps={{
          id: field.id,
          autoFocus,
          name: field.name,
          autoComplete: 'off',
          onFocus: onLook,
          onPointerDown: onLook,
          ...data,
          'aria-describedby': field.error || hint ? field.hintId : undefined,
        }}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <FieldHelp id={field.hintId} error={field.error} hint={hint} />
    </FormControl>
  )
}
