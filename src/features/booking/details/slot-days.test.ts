import { describe, expect, it } from 'vitest'
import { bookablePart, followingMonth, isGone, monthsBetween, nearestSlots } from './slot-days.ts'

it.each([
  ['2030-01', '2030-02'],
  ['2030-12', '2031-01'],
  ['2028-02', '2028-03'],
])('the month after %s is %s', (month, next) => expect(followingMonth(month)).toBe(next))

it('the calendar lists the months of a booking horizon, over new year too', () => {
  expect(monthsBetween('2030-11-21', '2031-02-18')).toEqual(['2030-11', '2030-12', '2031-01', '2031-02'])
  expect(monthsBetween('2030-11-01', '2030-11-30')).toEqual(['2030-11'])
})

it.each([
  { month: '2030-11', from: '2030-11-21', to: '2030-11-30' },
  { month: '2030-12', from: '2030-12-01', to: '2030-12-31' },
  { month: '2031-02', from: '2031-02-01', to: '2031-02-18' },
])('the calendar fetches $from to $to of $month', ({ month, from, to }) =>
  expect(bookablePart(month, '2030-11-21', '2031-02-18')).toEqual({ from, to }),
)

const days = [
  { date: '2030-03-04', slots: ['09:00', '10:00', '10:30'] },
  { date: '2030-03-05', slots: [] },
  { date: '2030-03-06', slots: ['09:00'] },
]

it.each([
  { time: '09:30', what: 'free', times: ['09:00', '09:30'], gone: false },
  { time: '09:30', what: 'no longer free', times: ['09:00'], gone: true },
  { time: '09:30', what: 'on a day without any', times: [], gone: true },
  { time: '09:30', what: 'on a day that could not be fetched', times: null, gone: false },
  { time: '', what: 'not chosen yet', times: ['09:00'], gone: false },
])('a time that is $what is taken back: $gone', ({ time, times, gone }) => {
  expect(isGone(time, times)).toBe(gone)
})

describe('the nearest free times', () => {
  it.each([
    { wanted: '09:30', count: 2, times: ['04 09:00', '04 10:00'] },
    { wanted: '16:30', count: 3, times: ['04 09:00', '04 10:00', '04 10:30'] },
    { wanted: '10:00', count: 1, times: ['04 10:30'] },
    { wanted: '10:00', count: 9, times: ['04 09:00', '04 10:30', '06 09:00'] },
  ])('to $wanted, at most $count, are $times', ({ wanted, count, times }) => {
    const found = nearestSlots(days, { date: '2030-03-04', time: wanted }, count)
    expect(found.map(({ date, time }) => `${date.slice(8)} ${time}`)).toEqual(times)
  })
})
