import { expect, it } from 'vitest'
import { readHead } from './file-head.ts'

const HEAD = { columns: ['clinic_id', 'first_name', 'phone'] as const, required: ['clinic_id'] as const }

it.each([
  [['clinic_id', 'first_name', 'phone']],
  [['Clinic ID', 'First name', 'PHONE']],
  [[' clinic-id ', 'First\u00a0Name', 'phone\u200e']],
])('a head %j names the columns', (cells) => {
  expect(readHead(cells, HEAD)).toEqual(['clinic_id', 'first_name', 'phone'])
})

it.each([
  [['clinic_id', 'firstname'], 'There is no such column as “firstname”.'],
  [['Clinic ID', 'clinic_id'], 'More than one column is called “clinic_id”.'],
])('a head %j is refused', (cells, sentence) => {
  expect(() => readHead(cells, HEAD)).toThrow(sentence)
})
