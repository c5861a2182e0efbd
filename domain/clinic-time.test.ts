import { describe, expect, it } from 'vitest'
import {
  addDays,
  clinicDate,
  clinicTime,
  daysBetween,
  isClinicDate,
  isoWithOffset,
  isTimeOfDay,
  minutesOf,
  timeOf,
  toInstant,
  twelveHourTime,
  weekdayOf,
} from './clinic-time.ts'

const LAGOS = 'Africa/Lagos'
const LISBON = 'Europe/Lisbon'
const AUCKLAND = 'Pacific/Auckland'

describe('days', () => {
  it.each([
    ['2030-03-04', true],
    ['2028-02-29', true],
    ['2030-02-29', false],
    ['2030-02-30', false],
    ['2030-13-01', false],
    ['2030-00-10', false],
    ['2030-3-4', false],
    ['04-03-2030', false],
    ['', false],
    ['2030-03-04T00:00', false],
  ])('%j is a day: %s', (text, is) => expect(isClinicDate(text)).toBe(is))

  it.each([
    ['2030-12-31', 1, '2031-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2030-03-01', -1, '2030-02-28'],
    ['2030-03-31', 62, '2030-06-01'],
  ])('%s and %i days is %s', (date, days, is) => {
    expect(addDays(date, days)).toBe(is)
    expect(daysBetween(date, is)).toBe(days)
  })

  it('a weekday is counted from Sunday, which is 0', () => {
    expect(['2026-11-22', '2026-11-23', '2026-11-28'].map(weekdayOf)).toEqual([0, 1, 6])
  })
})

describe('times of day', () => {
  it.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['9:00', false],
    ['09:60', false],
    ['09:00:00', false],
  ])('%j is a time: %s', (text, is) => expect(isTimeOfDay(text)).toBe(is))

  it.each(['00:00', '09:30', '23:59', '24:00'])('%s survives the round trip through minutes', (time) => {
    expect(timeOf(minutesOf(time))).toBe(time)
  })
})

describe('instants', () => {
  it.each([
    { zone: LAGOS, date: '2030-03-04', time: '09:30', is: '2030-03-04T08:30:00.000Z' },
    { zone: LAGOS, date: '2030-03-05', time: '24:00', is: '2030-03-05T23:00:00.000Z' },
    { zone: LISBON, date: '2030-01-10', time: '09:30', is: '2030-01-10T09:30:00.000Z' },
    { zone: LISBON, date: '2030-07-10', time: '09:30', is: '2030-07-10T08:30:00.000Z' },
    { zone: LISBON, date: '2030-03-31', time: '00:30', is: '2030-03-31T00:30:00.000Z' },
    { zone: LISBON, date: '2030-03-31', time: '01:30', is: '2030-03-31T01:30:00.000Z' }, // skipped: shows 02:30
    { zone: LISBON, date: '2030-03-31', time: '02:30', is: '2030-03-31T01:30:00.000Z' },
    { zone: LISBON, date: '2030-10-27', time: '01:30', is: '2030-10-27T00:30:00.000Z' }, // twice: the first
    { zone: AUCKLAND, date: '2030-01-01', time: '08:00', is: '2029-12-31T19:00:00.000Z' },
  ])('$date $time in $zone is $is', ({ zone, date, time, is }) => {
    expect(toInstant(date, time, zone).toISOString()).toBe(is)
  })

  it('an instant around midnight falls on another day at the clinic than in UTC', () => {
    const instant = new Date('2030-03-04T23:30:00Z')
    expect(clinicDate(instant, LAGOS)).toBe('2030-03-05')
    expect(clinicTime(instant, LAGOS)).toBe('00:30')
  })

  it.each([
    [LAGOS, '2030-03-04T08:30:00Z', '2030-03-04T09:30:00+01:00'],
    ['UTC', '2030-03-04T08:30:00Z', '2030-03-04T08:30:00+00:00'],
    ['America/St_Johns', '2030-01-04T08:30:00Z', '2030-01-04T05:00:00-03:30'],
  ])('an instant is written with the offset of %s', (zone, instant, is) => {
    expect(isoWithOffset(new Date(instant), zone)).toBe(is)
  })

  it('an instant keeps its milliseconds when asked to', () => {
    const instant = new Date('2030-03-04T08:30:00.257Z')
    expect(isoWithOffset(instant, LAGOS)).toBe('2030-03-04T09:30:00+01:00')
    expect(isoWithOffset(instant, LAGOS, { milliseconds: true })).toBe('2030-03-04T09:30:00.257+01:00')
  })
})

it.each([
  ['00:00', '12:00 AM'],
  ['00:59', '12:59 AM'],
  ['01:05', '1:05 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['12:30', '12:30 PM'],
  ['13:00', '1:00 PM'],
  ['23:59', '11:59 PM'],
])('%s is shown as %s', (time, shown) => expect(twelveHourTime(time)).toBe(shown))
