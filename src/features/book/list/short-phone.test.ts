import { expect, it } from 'vitest'
import { isShortPhone } from './short-phone.ts'

it.each([
  ['0803', true],
  ['080 3', true],
  ['+234', true],
  ['08031', false],
  ['8031', false],
  ['+234 803', false],
  ['ada', false],
  ['A03', false],
])('the search %s is too short for a phone number: %s', (search, isShort) =>
  expect(isShortPhone(search)).toBe(isShort),
)
