import { describe, expect, it } from 'vitest'
import { type BlockerFields, mistakesIn, ruleOfFields } from './blocker-fields.ts'
import { lastDateOf } from './blockers.ts'

const clinic = { timeZone: 'Africa/Lagos', now: new Date('2028-03-06T09:00:00+01:00') }
const at = (text: string) => new Date(`${text}:00+01:00`)
const blocker = (more: Partial<BlockerFields>): BlockerFields => ({
  type: 'One Time',
  startDateTime: null,
  endDateTime: null,
  recurringDays: [],
  recurringDates: [],
  selectedMonth: null,
  ...more,
})
const times = (from: string, to: string) => ({
  startDateTime: at(`2028-03-06T${from}`),
  endDateTime: at(`2028-03-06T${to}`),
})

describe('a blocker means', () => {
  it.each<[string, Partial<BlockerFields>, object]>([
    [
      'its period, when it is a one-time one',
      { startDateTime: at('2028-03-06T09:00'), endDateTime: at('2028-03-08T10:00') },
      { type: 'One Time', period: { start: +at('2028-03-06T09:00'), end: +at('2028-03-08T10:00') } },
    ],
    [
      'times of day every day',
      { type: 'Daily', ...times('12:00', '13:30') },
      { type: 'Daily', hours: { from: 720, to: 810 } },
    ],
    [
      'times of day, whatever the day of its end',
      { type: 'Daily', startDateTime: at('2028-03-06T12:00'), endDateTime: at('2028-04-01T13:00') },
      { type: 'Daily', hours: { from: 720, to: 780 } },
    ],
    [
      'times of day of a day long ago',
      { type: 'Daily', startDateTime: at('1970-01-01T12:00'), endDateTime: at('2060-01-01T13:00') },
      { type: 'Daily', hours: { from: 720, to: 780 } },
    ],
    [
      'whole weekdays without times',
      { type: 'Weekly', recurringDays: [6, 0, 6] },
      { type: 'Weekly', days: [0, 6], hours: { from: 0, to: 1440 } },
    ],
    [
      'until midnight with an end at 00:00',
      {
        type: 'Weekly',
        recurringDays: [1],
        startDateTime: at('2028-03-06T17:00'),
        endDateTime: at('2028-03-07T00:00'),
      },
      { type: 'Weekly', days: [1], hours: { from: 1020, to: 1440 } },
    ],
    [
      'until midnight with an end at 23:59',
      { type: 'Monthly', recurringDates: [31, 1], ...times('00:00', '23:59') },
      { type: 'Monthly', dates: [1, 31], hours: { from: 0, to: 1440 } },
    ],
    [
      'whole days of a month each year, whatever times came along',
      { type: 'Yearly', selectedMonth: 1, recurringDates: [29], ...times('00:00', '23:59') },
      { type: 'Yearly', month: 1, dates: [29] },
    ],
  ])('%s', (_, fields, rule) => {
    expect(mistakesIn(blocker(fields), clinic)).toEqual({})
    expect(ruleOfFields(blocker(fields), clinic.timeZone)).toEqual(rule)
  })
})

describe('a blocker is refused', () => {
  it.each<[string, Partial<BlockerFields>, object]>([
    ['a one-time one without times', {}, { startDateTime: 'required', endDateTime: 'required' }],
    ['one that ends before it starts', times('10:00', '09:00'), { endDateTime: 'end_before_start' }],
    ['one that ends as it starts', times('10:00', '10:00'), { endDateTime: 'end_before_start' }],
    [
      'one too far ahead',
      { startDateTime: at('2028-03-06T10:00'), endDateTime: at('2039-03-07T10:00') },
      { endDateTime: 'too_far' },
    ],
    [
      'one too long ago',
      { startDateTime: at('2020-03-06T10:00'), endDateTime: at('2028-03-07T10:00') },
      { startDateTime: 'too_far' },
    ],
    [
      'a daily one of a year that has no clock to speak of',
      {
        type: 'Daily',
        startDateTime: new Date('0001-01-01T10:00:00Z'),
        endDateTime: new Date('9999-12-31T23:30:00Z'),
      },
      { startDateTime: 'too_far', endDateTime: 'too_far' },
    ],
    [
      'a yearly one whose end is of such a year',
      {
        type: 'Yearly',
        selectedMonth: 0,
        recurringDates: [1],
        startDateTime: at('2028-03-06T10:00'),
        endDateTime: new Date('9999-12-31T23:30:00Z'),
      },
      { endDateTime: 'too_far' },
    ],
    ['a daily one without times', { type: 'Daily' }, { startDateTime: 'required', endDateTime: 'required' }],
    [
      'a daily one without an end',
      { type: 'Daily', startDateTime: at('2028-03-06T10:00') },
      { endDateTime: 'required' },
    ],
    [
      'a daily one that ends before it starts',
      { type: 'Daily', ...times('10:00', '09:30') },
      { endDateTime: 'end_before_start' },
    ],
    ['a weekly one without days', { type: 'Weekly' }, { recurringDays: 'days_required' }],
    [
      'a weekly one with half of its times',
      { type: 'Weekly', recurringDays: [1], endDateTime: at('2028-03-06T10:00') },
      { startDateTime: 'required' },
    ],
    ['a monthly one without dates', { type: 'Monthly' }, { recurringDates: 'dates_required' }],
    [
      'a yearly one without month and dates',
      { type: 'Yearly' },
      { recurringDates: 'dates_required', selectedMonth: 'month_required' },
    ],
    [
      '30 February',
      { type: 'Yearly', selectedMonth: 1, recurringDates: [28, 30] },
      { recurringDates: 'date_not_in_month' },
    ],
    [
      '31 June',
      { type: 'Yearly', selectedMonth: 5, recurringDates: [31] },
      { recurringDates: 'date_not_in_month' },
    ],
    [
      'one with the fields of another type',
      {
        type: 'Daily',
        ...times('10:00', '11:00'),
        recurringDays: [1],
        recurringDates: [1],
        selectedMonth: 0,
      },
      { recurringDays: 'not_for_type', recurringDates: 'not_for_type', selectedMonth: 'not_for_type' },
    ],
  ])('%s', (_, fields, mistakes) => {
    expect(mistakesIn(blocker(fields), clinic)).toEqual(mistakes)
  })
})

it.each([
  ['January', 0, 31],
  ['February', 1, 29],
  ['April', 3, 30],
  ['June', 5, 30],
  ['September', 8, 30],
  ['November', 10, 30],
  ['December', 11, 31],
] as const)('a yearly blocker in %s offers dates up to %2$i', (_, month, last) => {
  expect(lastDateOf(month)).toBe(last)
})
