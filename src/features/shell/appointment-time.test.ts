import { expect, it } from 'vitest'
import { appointmentTime } from './appointment-time.ts'

it.each([
  ['2030-03-04T09:30:00+01:00', 'Mon 4 Mar, 9:30 AM'],
  ['2030-03-04T23:30:00Z', 'Tue 5 Mar, 12:30 AM'],
  ['2030-03-04T11:00:00Z', 'Mon 4 Mar, 12:00 PM'],
])('the instant %s is %s in Lagos', (instant, words) =>
  expect(appointmentTime(instant, 'en', 'Africa/Lagos')).toBe(words),
)

it('an appointment is shown in the clinic’s time zone', () =>
  expect(appointmentTime('2030-03-04T09:30:00+01:00', 'en', 'Pacific/Auckland')).toBe('Mon 4 Mar, 9:30 PM'))
