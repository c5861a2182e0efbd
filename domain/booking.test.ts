import { expect, it } from 'vitest'
import { bookableDays, refuseSlot, rotate } from './booking.ts'

const weekday = [{ from: '09:00', to: '17:00' }]
const hours = [[], weekday, weekday, weekday, weekday, weekday, []]
/** Tuesday 5 March 2030 at 09:15 in the clinic. */
const question = {
  date: '2030-03-06',
  time: '10:00',
  hours,
  grid: { minutes: 30, step: 30 },
  timeZone: 'Africa/Lagos',
  now: new Date('2030-03-05T08:15:00Z'),
  noticeMinutes: 0,
  horizonDays: 90,
}
const ten = { minutes: 10, step: 30 }
const ninety = { minutes: 90, step: 30 }
const desk = { minutes: 90, step: 5 }
const morningAndEvening = [
  { from: '09:00', to: '12:30' },
  { from: '12:30', to: '17:00' },
]
const withPause = Array(7).fill(morningAndEvening)

it.each([
  { name: 'a free time', more: {}, kind: undefined },
  { name: 'the next time today', more: { date: '2030-03-05', time: '09:30' }, kind: undefined },
  { name: 'a time that has begun', more: { date: '2030-03-05', time: '09:00' }, kind: 'past' },
  { name: 'yesterday', more: { date: '2030-03-04' }, kind: 'past' },
  { name: 'within the notice', more: { date: '2030-03-05', time: '09:30', noticeMinutes: 60 }, kind: 'past' },
  { name: 'the last day of the horizon', more: { date: '2030-05-31', horizonDays: 88 }, kind: undefined },
  { name: 'the day after it', more: { date: '2030-05-31', horizonDays: 87 }, kind: 'too_far' },
  { name: 'a Sunday', more: { date: '2030-03-10' }, kind: 'closed' },
  { name: 'before opening', more: { time: '08:30' }, kind: 'closed' },
  { name: 'at closing time', more: { time: '17:00' }, kind: 'closed' },
  { name: 'off the grid', more: { time: '10:10' }, kind: 'off_grid' },
  { name: 'a short visit at the end of the day', more: { time: '16:30', grid: ten }, kind: undefined },
  { name: 'a long visit that ends at closing time', more: { time: '15:30', grid: ninety }, kind: undefined },
  { name: 'a long visit that ends after it', more: { time: '16:00', grid: ninety }, kind: 'closed' },
  { name: 'a time that only the desk may choose', more: { time: '10:05', grid: desk }, kind: undefined },
  { name: 'a time that nobody may choose', more: { time: '10:07', grid: desk }, kind: 'off_grid' },
  { name: 'a visit into the pause', more: { hours: withPause, time: '11:30', grid: ninety }, kind: 'closed' },
])('$name is refused as: $kind', ({ more, kind }) => {
  expect(refuseSlot({ ...question, ...more })?.kind).toBe(kind)
})

it('today is the first bookable day, in clinic time', () => {
  const now = new Date('2030-03-04T23:30:00Z')
  expect(bookableDays(now, 90, 'Africa/Lagos')).toEqual({ from: '2030-03-05', to: '2030-06-02' })
})

it.each([
  [0, ['a', 'b', 'c']],
  [1, ['b', 'c', 'a']],
  [5, ['c', 'a', 'b']],
])('turn %i starts with another doctor', (turn, is) => expect(rotate(['a', 'b', 'c'], turn)).toEqual(is))

it('there is no turn without doctors', () => expect(rotate([], 3)).toEqual([]))
