import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { FieldHelp } from './field-help.tsx'
import { Fieldset, Legend } from './fieldset.tsx'
import type { FormField } from './form-field.ts'

const Choices = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '0 16px' })

/** The chosen values in a field's text, which has them with commas. */
export const chosenIn = (text: string): string[] => text.split(',').filter((value) => value !== '')

type Props = {
  field: FormField
  label: string
  hint?: string
  options: readonly { value: string; label: string }[]
}

/** Any number of a few options, in their order. */
export function CheckboxField({ field, label, hint, options }: Props) {
  const { hintId, name, value, error, change } = field
  const chosen = chosenIn(value)
  const toggle = (toggled: string) =>
    change(
      options
        .map((option) => option.value)
        .filter((each) => chosen.includes(each) !== (each === toggled))
        .join(','),
    )
  return (
    <Fieldset data-error={error !== undefined} aria-describedby={error || hint ? hintId : undefined}>
      <Legend>{label}</Legend>
      <Choices>
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            control={
              <Checkbox
                name={name}
                checked={chosen.includes(option.value)}
                slotProps={{
                  input: {
                    'aria-invalid': error !== undefined,
                    'aria-describedby': error ? hintId : undefined,
                  },
                }}
                onChange={() => toggle(option.value)}
              />
            }
            label={option.label}
          />
        ))}
      </Choices>
      <FieldHelp id={hintId} error={error} hint={hint} />
    </Fieldset>
  )
}
