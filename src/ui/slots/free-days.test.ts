import { describe, expect, it } from 'vitest'
import { barsOf, groupTimes, nextFreeDay, stripDays } from './free-days.ts'

it('the day is divided at noon', () => {
  expect(groupTimes(['09:00', '11:30', '12:00', '16:30'])).toEqual({
    morning: ['09:00', '11:30'],
    afternoon: ['12:00', '16:30'],
  })
})

const days = [
  { date: '2030-03-04', slots: ['09:00', '10:00', '10:30'] },
  { date: '2030-03-05', slots: [] },
  { date: '2030-03-06', slots: ['09:00'] },
]

it.each([
  ['2030-03-04', '2030-03-04'],
  ['2030-03-05', '2030-03-06'],
  ['2030-03-07', undefined],
])('the next free day from %s on is %s', (from, next) => expect(nextFreeDay(days, from)).toBe(next))

it.each([
  [1, 1],
  [3, 1],
  [4, 2],
  [8, 2],
  [9, 3],
])('a day with %i free times has %i full bars', (free, bars) => expect(barsOf(free)).toBe(bars))

describe('the strip of days', () => {
  const month = Array.from({ length: 30 }, (_, index) => ({
    date: `2030-03-${String(index + 1).padStart(2, '0')}`,
    slots: index % 7 === 2 ? [] : ['09:00'],
  }))
  const shown = (chosen: string) => stripDays(month, chosen).map(({ date }) => date.slice(8))

  it('has the next fourteen with times, and none without', () => {
    expect(shown('')).toEqual('01 02 04 05 06 07 08 09 11 12 13 14 15 16'.split(' '))
  })

  it('has a chosen day that lies further ahead too', () => {
    expect(shown('2030-03-25').slice(-2)).toEqual(['16', '25'])
    expect(shown('2030-03-05')).toHaveLength(14)
  })

  it('has no chosen day whose times are gone', () => expect(shown('2030-03-10')).toHaveLength(14))
})
