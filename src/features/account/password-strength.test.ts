import { expect, it } from 'vitest'
import { knowClinic } from '../../clinic.fixture.ts'
import { weaknessOf } from './password-strength.ts'

knowClinic()
const ada = { username: 'ada.obi', email: 'front.desk@example.com', surname: 'Obi', otherNames: 'Adaeze' }

it.each([
  ['password1234', 'password_common'],
  ['qwertyuiopasdf', 'password_common'],
  ['Reception2026', 'password_own_words'],
  ['Abuja2026abuja', 'password_own_words'],
  ['Adaeze.Obi.1990', 'password_own_words'],
  ['eleven green herons', null],
])('judges %s as the server does: %s', (password, weakness) => {
  expect(weaknessOf(password, ada)).toBe(weakness)
})
