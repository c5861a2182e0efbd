import { expect, it } from 'vitest'
import { addressOf } from '../state/dashboard-address.ts'
import { comingDay } from './coming-day.ts'

const TODAY = '2030-03-05'

it.each([
  ['?view=day&day=2030-03-07', '2030-03-07'],
  ['?view=week&day=2030-03-14&location=fct', '2030-03-14'],
  ['?view=day', null],
  ['?view=day&day=2030-03-05', null],
  ['?view=day&day=2030-03-04', null],
  ['?view=day&day=tomorrow', null],
  ['?from=2030-03-07', null],
])('a new appointment begun at %s is for %s', (search, day) => {
  expect(comingDay(addressOf(search), TODAY)).toBe(day)
})
