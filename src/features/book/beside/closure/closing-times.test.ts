import { expect, it } from 'vitest'
import { closingTimes } from './closing-times.ts'

const hours = [[], ...Array(6).fill([{ from: '09:00', to: '17:00' }])]
const MONDAY = '2030-03-04'
const SUNDAY = '2030-03-03'

it.each([
  ['in quarters up to closing time', MONDAY, '16:05', ['16:15', '16:30', '16:45', '17:00'], '17:00'],
  ['never at this very minute', MONDAY, '16:30', ['16:45', '17:00'], '17:00'],
  ['until midnight after closing time', MONDAY, '23:20', ['23:30', '23:45', '24:00'], '24:00'],
  ['until midnight on a closed day', SUNDAY, '23:40', ['23:45', '24:00'], '24:00'],
])('the dialog offers times to close until: %s', (_, date, now, times, first) =>
  expect(closingTimes(hours, date, now)).toEqual({ times, first }),
)

it('the dialog offers about an hour first', () =>
  expect(closingTimes(hours, MONDAY, '10:05').first).toBe('11:15'))
