import { NO_NUMBER } from '../../../ui/form/form-field.ts'
import type { BookingForm } from '../booking-form.ts'

/** What step 2 asks a visitor for, by the names of its controls. */
const NAMES = [
  'firstName',
  'lastName',
  'age',
  'email',
  'phoneNumber',
  'gender',
  'nationality',
  'location',
] as const satisfies readonly (keyof BookingForm)[]

type Control = {
  name: string
  type: string
  value: string
  checked?: boolean
  validity: { badInput: boolean }
}

/** What stands in the controls of a form, whoever wrote it: somebody typing, pasting, or the browser. */
export function valuesIn(controls: Iterable<Control>): Partial<BookingForm> {
  const values: Partial<Record<(typeof NAMES)[number], string>> = {}
  for (const { name, type, value, checked, validity } of controls) {
    const known = NAMES.find((each) => each === name)
    if (!known || (type === 'radio' && !checked)) continue
    values[known] = validity.badInput ? NO_NUMBER : value
  }
  return values as Partial<BookingForm>
}
