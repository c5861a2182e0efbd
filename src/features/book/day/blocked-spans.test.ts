import { expect, it } from 'vitest'
import type { Blocker } from '../../../../contract/blockers.ts'
import { blockedSpans } from './blocked-spans.ts'

const blocker: Blocker = {
  id: 'b',
  description: 'Meeting',
  type: 'Weekly',
  startDateTime: '2030-03-04T13:00:00+01:00',
  endDateTime: '2030-03-04T14:00:00+01:00',
  recurringDays: [1],
  recurringDates: [],
  selectedMonth: null,
  location: 'fct',
  doctorId: null,
  doctorName: null,
  version: 1,
}
const once = { ...blocker, type: 'One Time' as const, recurringDays: [] }

it.each<[string, Partial<Blocker>, string, [number, number][]]>([
  ['each week on its day', {}, '2030-03-11', [[780, 840]]],
  ['not on other days', {}, '2030-03-12', []],
  ['not at another location', { location: 'lag' }, '2030-03-11', []],
  ['at all locations', { location: null }, '2030-03-11', [[780, 840]]],
  [
    'once, into the day after',
    { ...once, endDateTime: '2030-03-05T10:30:00+01:00' },
    '2030-03-04',
    [[780, 1440]],
  ],
  [
    'once, from the day before',
    { ...once, endDateTime: '2030-03-05T10:30:00+01:00' },
    '2030-03-05',
    [[0, 630]],
  ],
  ['once, to midnight', { ...once, endDateTime: '2030-03-05T00:00:00+01:00' }, '2030-03-04', [[780, 1440]]],
])('a blocker blocks %s', (_, more, day, expected) => {
  const found = blockedSpans([{ ...blocker, ...more }], { location: 'fct', day, timeZone: 'Africa/Lagos' })
  expect(found.map(({ from, to }) => [from, to])).toEqual(expected)
})

it('a blocker that ends at an earlier time by the clock, as where it goes back, is as high as it is long', () => {
  const period = { startDateTime: '2030-10-27T02:30:00+02:00', endDateTime: '2030-10-27T02:15:00+01:00' }
  const found = blockedSpans([{ ...once, ...period }], {
    location: 'fct',
    day: '2030-10-27',
    timeZone: 'Europe/Berlin',
  })
  expect(found.map(({ from, to }) => [from, to])).toEqual([[150, 195]])
})
