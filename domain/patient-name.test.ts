import { describe, expect, it } from 'vitest'
import { maskedName, nameInitials, patientDisplayName } from './patient-name.ts'

const ada = { title: 'mrs', firstName: 'ADA', lastName: 'obi', middleName: '', rawId: '004512' }

describe('a patient’s display name', () => {
  it.each([
    [ada, 'Mrs Ada Obi (004512)'],
    [{ ...ada, title: '', middleName: 'nkechi' }, 'Ada Obi Nkechi (004512)'],
    [{ ...ada, rawId: '' }, 'Mrs Ada Obi'],
  ])('%j is %s', (name, shown) => {
    expect(patientDisplayName(name)).toBe(shown)
  })
})

describe('a masked name, which only the family recognises,', () => {
  it.each([
    [ada, 'Ada O. (...12)'],
    [{ ...ada, rawId: '12' }, 'Ada O.'],
    [{ ...ada, rawId: '' }, 'Ada O.'],
    [{ ...ada, lastName: '' }, 'Ada (...12)'],
  ])('%j is %s', (name, shown) => {
    expect(maskedName(name)).toBe(shown)
  })
})

it.each([
  ['ada', 'Obi-Eze', 'A. O.'],
  ['Özlem', '', 'Ö.'],
  ["'Ike", '(Bello)', 'I. B.'],
  ['عمر', '李', 'ع. 李.'],
])('the initials of %s %s are %s', (firstName, lastName, shown) => {
  expect(nameInitials({ firstName, lastName })).toBe(shown)
})
