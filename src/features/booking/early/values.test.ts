import { expect, it } from 'vitest'
import { NO_NUMBER } from '../../../ui/form/form-field.ts'
import { valuesIn } from './values.ts'

const control = (name: string, value: string, rest = {}) => ({
  name,
  value,
  type: 'text',
  validity: { badInput: false },
  ...rest,
})

it('takes what stands in the controls, and of the radio buttons the one that is chosen', () =>
  expect(
    valuesIn([
      control('firstName', ' Ada '),
      control('email', ''),
      control('gender', 'male', { type: 'radio', checked: false }),
      control('gender', 'female', { type: 'radio', checked: true }),
      control('nationality', 'ghana', { type: 'select-one' }),
      control('csrf', 'of an extension'),
    ]),
  ).toEqual({ firstName: ' Ada ', email: '', gender: 'female', nationality: 'ghana' }))

it('takes what is no number for none', () =>
  expect(valuesIn([control('age', '', { type: 'number', validity: { badInput: true } })])).toEqual({
    age: NO_NUMBER,
  }))
