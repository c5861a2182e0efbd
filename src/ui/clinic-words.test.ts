import { expect, it } from 'vitest'
import { dayInWords, shortDay, timeInWords, zoneCity } from './clinic-words.ts'

it.each([
  ['09:30', '9:30 AM'],
  ['00:00', '12:00 AM'],
  ['12:00', '12:00 PM'],
  ['16:30', '4:30 PM'],
])('%s is %s', (time, words) => expect(timeInWords(time, 'en')).toBe(words))

it('says days the same whatever the zone of the device', () => {
  expect(dayInWords('2030-03-04', 'en')).toBe('Monday, 4 March')
  expect(dayInWords('2030-03-04', 'en', { year: true })).toBe('Monday, 4 March 2030')
  expect(shortDay('2030-03-04', 'en')).toBe('Mon 4 Mar')
  expect(shortDay('2030-09-04', 'en', { year: true })).toBe('Wed 4 Sep 2030')
})

it.each([
  ['Africa/Lagos', 'Lagos'],
  ['America/Port_of_Spain', 'Port of Spain'],
  ['UTC', 'UTC'],
])('%s is the time of %s', (zone, city) => expect(zoneCity(zone)).toBe(city))
