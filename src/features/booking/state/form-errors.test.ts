import { describe, expect, it } from 'vitest'
import type { VerifiedPatient } from '../../../../contract/one-time-codes.ts'
import { errorsOfWire } from '../confirmation/errors-of-wire.ts'
import { type BookingForm, emptyForm } from './booking-form.ts'
import type { BookingErrors } from './booking-state.ts'
import { findErrors } from './form-errors.ts'
import { ngozi } from './patient.fixture.ts'
import { recordOf } from './patient-form.ts'

const right: BookingForm = {
  ...emptyForm('fct'),
  firstName: 'Ada',
  lastName: "O'Brien-Òkè",
  age: '34',
  email: 'ada@example.com',
  phoneNumber: '0803 123 4567',
  appointmentType: 'consultation',
  date: '2030-03-04',
  time: '09:30',
}

it('a valid form has no mistakes', () => {
  expect({ ...findErrors(right, 2), ...findErrors(right, 3) }).toEqual({})
})

describe('a wrong field', () => {
  it.each<[keyof BookingForm, string, string]>([
    ['firstName', '', 'required'],
    ['firstName', '😀', 'name_invalid'],
    ['lastName', 'x'.repeat(81), 'too_long'],
    ['lastName', 'Obi\u0007', 'text_invalid'],
    ['email', 'ada@', 'email_invalid'],
    ['phoneNumber', '12', 'phone_invalid'],
    ['age', '9', 'age_too_low'],
    ['age', '121', 'age_too_high'],
    ['age', 'ten', 'age_invalid'],
    ['age', '10.5', 'age_invalid'],
    ['age', '1e1', 'age_invalid'],
  ])('%s of step 2 can be wrong (%#)', (field, value, key) => {
    expect(findErrors({ ...right, [field]: value }, 2)).toEqual({ [field]: { key } })
  })

  it('the guardian can be wrong for a minor, may stay empty, and is on no screen for others', () => {
    const wrong = { ...right, age: '17', guardian: 'click http://example.com' }
    expect(findErrors(wrong, 2)).toEqual({ guardian: { key: 'name_invalid' } })
    expect(findErrors({ ...wrong, guardian: ' ' }, 2)).toEqual({})
    for (const age of ['', '18', '9x'])
      expect(findErrors({ ...wrong, age }, 2)).not.toHaveProperty('guardian')
  })

  it.each<[keyof BookingForm, string, string]>([
    ['appointmentType', '', 'type_invalid'],
    ['date', '', 'date_invalid'],
    ['time', '', 'time_invalid'],
    ['description', 'x'.repeat(2001), 'too_long'],
  ])('%s of step 3 can be wrong', (field, value, key) => {
    expect(findErrors({ ...right, [field]: value }, 3)).toEqual({ [field]: { key } })
  })

  it.each(['', ' ', '10', '120', ' 34 '])('the age %j is fine', (age) => {
    expect(findErrors({ ...right, age }, 2)).toEqual({})
  })
})

describe('of a verified patient', () => {
  const filled = { ...right, ...recordOf(ngozi) }
  it.each<[string, Partial<VerifiedPatient>, Partial<BookingForm>, BookingErrors]>([
    [
      'nothing that the clinic has can be wrong',
      { age: 6, lastName: 'Eze 2', phoneNumber: 'ask her son' },
      {},
      {},
    ],
    ['an email that the record lacks may stay out where a phone is', { email: '' }, { email: '' }, {}],
    [
      'one that is given must be right',
      { email: '' },
      { email: 'ngozi@' },
      { email: { key: 'email_invalid' } },
    ],
    [
      'there must be a way to reach them',
      { email: '', phoneNumber: '' },
      { email: '', phoneNumber: ' ' },
      { email: { key: 'contact' } },
    ],
    [
      'which may be wrong as well',
      { email: '', phoneNumber: '' },
      { email: '', phoneNumber: '12' },
      { phoneNumber: { key: 'phone_invalid' } },
    ],
  ])('%s', (_, record, change, errors) => {
    const patient = { ...ngozi, ...record }
    expect(findErrors({ ...filled, ...recordOf(patient), ...change }, 2, patient)).toEqual(errors)
  })
})

it("the server's sentences appear at the form's fields; those of other fields are left out", () => {
  const errors = errorsOfWire({ surname: 'a', phone_number: 'b', start_time: 'c', body: 'd', tariff: 'e' })
  expect(errors).toEqual({
    firstName: { sentence: 'a' },
    phoneNumber: { sentence: 'b' },
    time: { sentence: 'c' },
  })
})
