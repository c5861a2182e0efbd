import { expect, it } from 'vitest'
import { daysOf, shownDays } from './list-days.ts'

it.each([
  ['all', '', ''],
  ['fromToday', '2030-12-31', ''],
  ['today', '2030-12-31', '2030-12-31'],
  ['tomorrow', '2031-01-01', '2031-01-01'],
  ['week', '2030-12-31', '2031-01-06'],
] as const)('the filter %s is from %j to %j', (choice, from, to) => {
  expect(daysOf(choice, '2030-12-31')).toEqual({ from, to })
})

it('a list of today has another day tomorrow, and one of fixed days the same', () => {
  const today = { days: 'today', from: '', to: '' } as const
  expect(shownDays(today, '2030-12-31')).toEqual({ from: '2030-12-31', to: '2030-12-31' })
  expect(shownDays(today, '2031-01-01')).toEqual({ from: '2031-01-01', to: '2031-01-01' })
  const fixed = { days: '', from: '2030-12-31', to: '' } as const
  expect(shownDays(fixed, '2031-01-01')).toEqual({ from: '2030-12-31', to: '' })
})
