import { describe, expect, it } from 'vitest'
import { type BookingForm, emptyForm } from './booking-form.ts'
import { ngozi } from './patient.fixture.ts'
import { firstField, isRequired, missingFields, type Step, stepOf, stepsToCheck } from './steps.ts'

const form = (change: Partial<BookingForm> = {}) => ({ ...emptyForm('fct'), ...change })
const person = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phoneNumber: '0803 123 4567' }

describe('the missing fields', () => {
  it.each([
    {
      name: 'nothing typed',
      change: {},
      step: 2 as const,
      missing: ['firstName', 'lastName', 'email', 'phoneNumber'],
    },
    { name: 'spaces only', change: { ...person, lastName: '  ' }, step: 2 as const, missing: ['lastName'] },
    { name: 'all of a person', change: person, step: 2 as const, missing: [] },
    { name: 'nothing chosen', change: {}, step: 3 as const, missing: ['appointmentType', 'date', 'time'] },
    {
      name: 'no time',
      change: { appointmentType: 'procedure' as const, date: '2030-03-04' },
      step: 3 as const,
      missing: ['time'],
    },
  ])('$name', ({ change, step, missing }) => expect(missingFields(form(change), step)).toEqual(missing))
})

describe('of a verified patient', () => {
  it.each([
    { has: 'email and phone', change: person, missing: [] },
    { has: 'no email', change: { email: '' }, missing: [] },
    { has: 'no phone', change: { phoneNumber: '' }, missing: [] },
    { has: 'neither', change: { email: ' ', phoneNumber: '' }, missing: ['email'] },
  ])('with $has step 2 misses $missing', ({ change, missing }) =>
    expect(missingFields(form({ ...person, firstName: '', ...change }), 2, ngozi)).toEqual(missing),
  )
  it('step 3 is as for everyone', () => {
    expect(missingFields(form(), 3, ngozi)).toEqual(missingFields(form(), 3))
    expect([isRequired('email', ngozi), isRequired('email'), isRequired('time', ngozi)]).toEqual([
      false,
      true,
      true,
    ])
  })
})

it.each<{ from: Step; to: Step; checked: number[] }>([
  { from: 1, to: 2, checked: [] },
  { from: 2, to: 3, checked: [2] },
  { from: 1, to: 4, checked: [2, 3] },
  { from: 3, to: 4, checked: [3] },
  { from: 4, to: 2, checked: [] },
  { from: 4, to: 1, checked: [] },
])('a change from step $from to $to checks $checked', ({ from, to, checked }) =>
  expect(stepsToCheck(from, to)).toEqual(checked),
)

it('the first wrong field is the first on the screen', () => {
  expect(firstField(['time', 'email', 'appointmentType'])).toBe('email')
  expect(firstField([])).toBeUndefined()
  expect([stepOf('email'), stepOf('time')]).toEqual([2, 3])
})
