import { describe, expect, it } from 'vitest'
import type { Blocker } from '../../../contract/blockers.ts'
import { datesLabel, dayLabel, daysLabel, monthName, startAndEnd } from './blocker-labels.ts'

const WORDS = { allDay: 'All day', midnight: 'Midnight' }
const blocker = (more: Partial<Blocker>): Blocker => ({
  id: 'b',
  description: 'Closed',
  type: 'One Time',
  startDateTime: null,
  endDateTime: null,
  recurringDays: [],
  recurringDates: [],
  selectedMonth: null,
  location: null,
  doctorId: null,
  doctorName: null,
  version: 1,
  ...more,
})
const times = (from: string, to: string) => ({
  startDateTime: `2030-03-05T${from}:00+01:00`,
  endDateTime: `2030-03-05T${to}:00+01:00`,
})

describe('start and end', () => {
  it.each<[string, Partial<Blocker>, [string, string]]>([
    ['one time', times('09:30', '11:00'), ['Tue 5 Mar 2030, 9:30 AM', 'Tue 5 Mar 2030, 11:00 AM']],
    ['daily', { type: 'Daily', ...times('12:00', '13:30') }, ['12:00 PM', '1:30 PM']],
    ['weekly without times', { type: 'Weekly' }, ['All day', '']],
    ['weekly, the whole day', { type: 'Weekly', ...times('00:00', '23:59') }, ['All day', '']],
    [
      'monthly, to the end of the day',
      { type: 'Monthly', ...times('18:00', '23:59') },
      ['6:00 PM', 'Midnight'],
    ],
    ['monthly, to midnight', { type: 'Monthly', ...times('18:00', '00:00') }, ['6:00 PM', 'Midnight']],
    ['yearly', { type: 'Yearly', ...times('00:00', '23:59') }, ['All day', '']],
  ])('%s', (_, more, words) => expect(startAndEnd(blocker(more), 'en', WORDS)).toEqual(words))

  it('are in clinic time, whatever the zone of the device', () =>
    expect(
      startAndEnd(
        blocker({ startDateTime: '2030-12-31T23:30:00-11:00', endDateTime: '2031-01-01T00:30:00+14:00' }),
        'en',
        WORDS,
      ),
    ).toEqual(['Tue 31 Dec 2030, 11:30 PM', 'Wed 1 Jan 2031, 12:30 AM']))
})

it.each([
  [[0, 1], 'Monday, Sunday'],
  [[5, 2], 'Tuesday, Friday'],
  [[], ''],
])('the weekdays %j are %s', (days, words) => expect(daysLabel(days, 'en')).toBe(words))

it.each([
  [[31, 1], null, '1, 31'],
  [[26, 25], 11, '25, 26 December'],
  [[29], 1, '29 February'],
  [[], null, ''],
])('the dates %j of month %j are %s', (recurringDates, selectedMonth, words) =>
  expect(datesLabel({ recurringDates, selectedMonth }, 'en')).toBe(words),
)

it.each([
  ['es', '25, 26 de diciembre'],
  ['de', '25., 26. Dezember'],
  ['it', '25, 26 dicembre'],
  ['ru', '25, 26 декабря'],
])('in %s those of a month are %s', (language, words) =>
  expect(datesLabel({ recurringDates: [26, 25], selectedMonth: 11 }, language)).toBe(words),
)

it('a day has its weekday and year', () =>
  expect(dayLabel('2030-09-04T00:30:00+01:00', 'en')).toBe('Wed 4 Sep 2030'))
it('months count from January, which is 0', () => expect(monthName(0, 'en')).toBe('January'))
