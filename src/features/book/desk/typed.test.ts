import { expect, it } from 'vitest'
import { matched, typedPatient } from './typed.ts'

it.each([
  ['0803 000 02', { phone: '0803 000 02', firstName: '', lastName: '' }],
  ['+234 803', { phone: '+234 803', firstName: '', lastName: '' }],
  ['  Ada   Obi Eze ', { phone: '', firstName: 'Ada', lastName: 'Obi Eze' }],
  ['Ada Obi 0803 123 4567', { phone: '0803 123 4567', firstName: 'Ada', lastName: 'Obi' }],
  ['\u202a+234 803 123 4567\u202c', { phone: '+234 803 123 4567', firstName: '', lastName: '' }],
  ['Mobile: 0803 123 4567', { phone: '0803 123 4567', firstName: '', lastName: '' }],
  ['Ada Obi 15/03/1990', { phone: '', firstName: 'Ada', lastName: 'Obi' }],
  ['Ada 2', { phone: '', firstName: 'Ada', lastName: '2' }],
])('the search %j begins a new patient', (text, expected) => expect(typedPatient(text)).toEqual(expected))

it('the search marks the beginnings of words that match', () => {
  const marked = (name: string, search: string) =>
    matched(name, search)
      .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
      .join('')
  expect(marked('Mrs Zainab Bello', 'za BE')).toBe('Mrs [Za]inab [Be]llo')
  expect(marked('Ada Obi', 'x')).toBe('Ada Obi')
})
