import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { clinic } from '../../clinic.ts'
import { FieldHelp } from '../../ui/form/field-help.tsx'
import { Fieldset, Legend } from '../../ui/form/fieldset.tsx'
import type { FormField } from '../../ui/form/form-field.ts'
import { codesIn } from './checks.ts'

type Props = { field: FormField; label: string; hint: string }

/** One or more of the clinic's locations; the field holds their codes with commas. */
export function LocationsField({ field, label, hint }: Props) {
  const { id, hintId, name, value, error, change } = field
  const chosen = codesIn(value)
  const toggle = (code: string, isChosen: boolean) => {
    const codes = clinic.locations.map((location) => location.code)
    change(codes.filter((other) => (other === code ? isChosen : chosen.includes(other))).join())
  }
  return (
    <Fieldset data-error={error !== undefined} aria-describedby={hintId}>
      <Legend>{label}</Legend>
      {clinic.locations.map((location, index) => (
        <FormControlLabel
          key={location.code}
          label={location.name}
          control={
            <Checkbox
              // The first one takes the focus when none is chosen.
              id={index === 0 ? id : undefined}
              name={name}
              checked={chosen.includes(location.code)}
              slotProps={{ input: { 'aria-invalid': error !== undefined, 'aria-describedby': hintId } }}
              onChange={(_, isChosen) => toggle(location.code, isChosen)}
            />
          }
        />
      ))}
      <FieldHelp id={hintId} error={error} hint={hint} />
    </Fieldset>
  )
}
