import { styled } from '@mui/material/styles'
import { FieldHelp } from './field-help.tsx'
import { Fieldset, Legend } from './fieldset.tsx'
import type { FormField } from './form-field.ts'

const Choices = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  // In em, so that a larger font gets fewer columns, as a longer word does.
  '& > *': { flex: '1 1 9em', minWidth: 'fit-content' },
})

const Choice = styled('label')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 46,
  padding: '8px 12px',
  border: `1px solid ${theme.vars.palette.controlLine}`,
  borderRadius: 8,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { borderColor: theme.vars.palette.text.primary },
  '&:has(:checked)': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
  '& > input': {
    flex: 'none',
    appearance: 'none',
    width: 20,
    height: 20,
    margin: 0,
    borderRadius: 10,
    border: `2px solid ${theme.vars.palette.controlLine}`,
    outline: 'none',
  },
  '& > :checked': { border: `6px solid ${theme.vars.palette.primary.main}` },
  '[data-error=true] &': { borderColor: theme.vars.palette.error.main },
  '&:has(:disabled)': {
    cursor: 'default',
    color: theme.vars.palette.text.secondary,
    borderColor: theme.vars.palette.divider,
    boxShadow: 'none',
  },
  '& > :disabled': { borderColor: theme.vars.palette.divider },
  '& > :checked:disabled': { borderColor: theme.vars.palette.text.secondary },
}))

type Props<V extends string> = {
  field: FormField<V>
  label: string
  options: readonly { value: V; label: string }[]
}

/** All options are in sight: one press instead of two. */
export function RadioField<V extends string>({ field, label, options }: Props<V>) {
  const { id, hintId, name, value, initial, error, required, locked, change } = field
  return (
    <Fieldset data-error={error !== undefined} aria-describedby={error ? hintId : undefined}>
      <Legend>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </Legend>
      <Choices>
        {options.map((option, index) => (
          <Choice key={option.value}>
            <input
              type="radio"
              // The first option takes the focus when none, or a wrong one, is chosen.
              id={index === 0 ? id : undefined}
              name={name}
              value={option.value}
              {...(initial === undefined
                ? { checked: value === option.value }
                : { defaultChecked: initial === option.value })}
              required={required}
              disabled={locked}
              aria-invalid={error !== undefined}
              aria-describedby={error ? hintId : undefined}
              onChange={() => change(option.value)}
            />
            {option.label}
          </Choice>
        ))}
      </Choices>
      <FieldHelp id={hintId} error={error} />
    </Fieldset>
  )
}
