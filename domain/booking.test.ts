import { expect, it } from 'vitest'
import { bookableDays, refuseSlot, rotate } from './booking.ts'

const weekday = [{ from: '09:00', to: '17:00' }]
const hours = [[], weekday, weekday, weekday, weekday, weekday, []]
/** Tuesday 5 March 2030 at 09:15 in the clinic. */
const question = {
  date: '2030-03-06',
  time: '10:00',
  hours,
  timeZone: 'Africa/Lagos',
  now: new Date('2030-03-05T08:15:00Z'),
  noticeMinutes: 0,
  horizonDays: 90,
}

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
])('$name: $kind', ({ more, kind }) => {
  expect(refuseSlot({ ...question, ...more })?.kind).toBe(kind)
})

it('counts today as the first bookable day, in clinic time', () => {
  const now = new Date('2030-03-04T23:30:00Z')
  expect(bookableDays(now, 90, 'Africa/Lagos')).toEqual({ from: '2030-03-05', to: '2030-06-02' })
})

it.each([
  [0, ['a', 'b', 'c']],
  [1, ['b', 'c', 'a']],
  [5, ['c', 'a', 'b']],
])('turn %i starts with another doctor', (turn, is) => expect(rotate(['a', 'b', 'c'], turn)).toEqual(is))

it('has no turn without doctors', () => expect(rotate([], 3)).toEqual([]))
