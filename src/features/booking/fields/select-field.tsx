import FormControl from '@mui/material/FormControl'
import InputLabel from '@mui/material/InputLabel'
import NativeSelect from '@mui/material/NativeSelect'
import OutlinedInput from '@mui/material/OutlinedInput'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { FieldHelp } from '../../../ui/form/field-help.tsx'
import type { BookingField } from '../booking-form.ts'
import { useField } from './use-field.ts'

const Select = styled(NativeSelect)({ '& select': { textOverflow: 'ellipsis' } })

type Props = {
  field: BookingField
  label: string
  hint?: string
  /** What is chosen, when it isn't simply the field's value. */
  value?: string
  disabled?: boolean
  autoComplete?: string
  onChoose: (value: string) => void
  /** Its <option>s. */
  children: ReactNode
}

/** A choice from a list: the device's own select, which phones show best. */
export function SelectField({
  field,
  label,
  hint,
  value,
  disabled,
  autoComplete,
  onChoose,
  children,
}: Props) {
  const { id, hintId, value: stored, error, required, locked } = useField(field)
  return (
    <FormControl fullWidth required={required} disabled={disabled || locked} error={error !== undefined}>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <Select
        value={value ?? stored}
        onChange={(event) => onChoose(event.target.value)}
        input={<OutlinedInput />}
        inputProps={{
          id,
          name: field,
          autoComplete: autoComplete ?? 'off',
          'aria-describedby': error || hint ? hintId : undefined,
        }}
      >
        {children}
      </Select>
      <FieldHelp id={hintId} error={error} hint={hint} />
    </FormControl>
  )
}
