import { expect, it } from 'vitest'
import type { OpeningHours } from '../../../../domain/clinic.ts'
import { isDayToShow, nearestDay, nearness, nextOpenDay } from './day-labels.ts'

it.each([
  ['2030-02-28', 'yesterday'],
  ['2030-03-01', 'today'],
  ['2030-03-02', 'tomorrow'],
  ['2030-03-03', null],
  ['2029-03-01', null],
])('the day %s is, on 1 March 2030, %s', (day, word) => expect(nearness(day, '2030-03-01')).toBe(word))

const hours = (...weekdays: number[]): OpeningHours =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => (weekdays.includes(day) ? [{ from: '09:00', to: '17:00' }] : []))

// 2030-03-03 is a Sunday.
it.each<[string, OpeningHours[], string | null]>([
  ['the day after', [hours(1)], '2030-03-04'],
  ['the same weekday of the next week', [hours(0)], '2030-03-10'],
  ['the first of several locations', [hours(5), hours(2)], '2030-03-05'],
  ['none', [hours(), hours()], null],
  ['none without locations', [], null],
])('the next open day after a Sunday is %s', (_, locations, day) =>
  expect(nextOpenDay('2030-03-03', locations)).toBe(day),
)

it.each([
  ['2030-03-04', true],
  ['', false],
  ['0203-03-04', false],
  ['20300-03-04', false],
  ['2030-02-30', false],
])('the date input that says %j is a day to go to: %s', (text, answer) =>
  expect(isDayToShow(text)).toBe(answer),
)

it.each<[string, string[], string | null]>([
  ['the next one', ['2030-02-20', '2030-03-02', '2030-03-09'], '2030-03-02'],
  ['one that is over', ['2030-02-27', '2030-03-09'], '2030-02-27'],
  ['the later of two', ['2030-02-28', '2030-03-02'], '2030-03-02'],
  ['none', [], null],
])('the nearest day to 1 March 2030 is %s', (_, days, day) =>
  expect(nearestDay('2030-03-01', days)).toBe(day),
)
