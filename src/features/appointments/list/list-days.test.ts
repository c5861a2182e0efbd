import { expect, it } from 'vitest'
import { choiceOf, DAY_CHOICES, daysOf } from './list-days.ts'

it.each([
  ['all', '', ''],
  ['fromToday', '2030-12-31', ''],
  ['today', '2030-12-31', '2030-12-31'],
  ['tomorrow', '2031-01-01', '2031-01-01'],
  ['week', '2030-12-31', '2031-01-06'],
] as const)('%s is from %j to %j', (choice, from, to) => {
  expect(daysOf(choice, '2030-12-31')).toEqual({ from, to })
})

it('each choice is known by its days, and other days are none', () => {
  const today = '2030-12-31'
  expect(DAY_CHOICES.map((choice) => choiceOf(daysOf(choice, today), today))).toEqual(DAY_CHOICES)
  expect(choiceOf({ from: '2030-12-30', to: '' }, today)).toBeNull()
})
