import { expect, it } from 'vitest'
import { readPhoneCell } from './phone-cell.ts'

it.each([
  ['08031234567', '08031234567', '+2348031234567'],
  ['8031234567.0', '8031234567', '+2348031234567'],
  ['2348031234567,00', '2348031234567', '+2348031234567'],
  ['+234\u00a0803 123 4567', '+234 803 123 4567', '+2348031234567'],
  // An unassigned number: as typed, and without SMS.
  ['12345678', '12345678', null],
])('a cell %j is the number %j', (text, phone, phoneE164) =>
  expect(readPhoneCell(text, 'NG')).toEqual({ phone, phoneE164 }),
)

it.each([
  ['080311100055', 'too many digits'],
  ['+2348031234567.5', 'too many digits'],
  ['0803123456', 'too few digits'],
  ['8.03123E+09', 'A spreadsheet has shortened this number'],
  ['2,34803e12', 'A spreadsheet has shortened this number'],
  ['8031234567.5x', 'Please enter a phone number'],
  ['0x1FC9A7B87', 'Please enter a phone number'],
  ['Infinity', 'Please enter a phone number'],
])('a cell %j is wrong: %s', (text, sentence) =>
  expect(readPhoneCell(text, 'NG')).toEqual({ fault: expect.stringContaining(sentence) }),
)
