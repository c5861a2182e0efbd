import { expect, it } from 'vitest'
import { openingToday } from './opening-today.ts'

const MONDAY = [
  { from: '09:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]
const hours = [[], MONDAY, [{ from: '00:00', to: '24:00' }], [], [], [], []]

it.each([
  { at: '2030-03-04T08:59:00+01:00', is: { state: 'opens', from: '09:00' } },
  { at: '2030-03-04T09:00:00+01:00', is: { state: 'open', until: '12:00' } },
  { at: '2030-03-04T12:00:00+01:00', is: { state: 'opens', from: '13:00' } },
  { at: '2030-03-04T16:59:00+01:00', is: { state: 'open', until: '17:00' } },
  { at: '2030-03-04T17:00:00+01:00', is: { state: 'closed' } },
  // Tuesday has begun at the clinic, and not yet in UTC.
  { at: '2030-03-04T23:30:00Z', is: { state: 'open', until: '24:00' } },
  { at: '2030-03-03T12:00:00+01:00', is: { state: 'closed' } },
])('the clinic at $at is $is', ({ at, is }) =>
  expect(openingToday(hours, new Date(at), 'Africa/Lagos')).toEqual(is),
)
