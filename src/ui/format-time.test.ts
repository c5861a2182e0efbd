import { expect, it } from 'vitest'
import {
  clocksAgree,
  dayInDigits,
  formatDay,
  formatTime,
  shortDay,
  shortWeekday,
  zoneCity,
} from './format-time.ts'

it.each([
  ['09:30', '9:30 AM'],
  ['00:00', '12:00 AM'],
  ['12:00', '12:00 PM'],
  ['16:30', '4:30 PM'],
])('the time %s is written %s', (time, words) => expect(formatTime(time, 'en')).toBe(words))

it('days are written the same in any time zone of the device', () => {
  expect(formatDay('2030-03-04', 'en')).toBe('Monday, 4 March')
  expect(formatDay('2030-03-04', 'en', { year: true })).toBe('Monday, 4 March 2030')
  expect(shortDay('2030-03-04', 'en')).toBe('Mon 4 Mar')
  expect(shortDay('2030-09-04', 'en', { year: true })).toBe('Wed 4 Sep 2030')
})

it.each([
  ['Africa/Lagos', 'Lagos'],
  ['America/Port_of_Spain', 'Port of Spain'],
  ['UTC', 'UTC'],
])('the city of the time zone %s is %s', (zone, city) => expect(zoneCity(zone)).toBe(city))

// The same day in each language, with its usual clock of 12 or 24 hours.
it.each([
  ['es', 'lunes, 4 de marzo de 2030', '04/03/2030', /^0?9:30$/, '16:30'],
  ['de', 'Montag, 4. März 2030', '04.03.2030', /^0?9:30$/, '16:30'],
  ['it', 'lunedì 4 marzo 2030', '04/03/2030', /^0?9:30$/, '16:30'],
  ['ru', 'понедельник, 4 марта 2030', '04.03.2030', /^0?9:30$/, '16:30'],
  ['ha', 'Litinin, 4 Maris 2030', '04/03/2030', /^0?9:30$/, '16:30'],
  ['yo', 'Ajé, 4 Oṣù Ẹrẹ̀nà 2030', '04/03/2030', /^0?9:30$/, '16:30'],
  ['ig', 'Mọnde, 4 Maachị 2030', '04/03/2030', /^0?9:30$/, '16:30'],
])('the language %s has its own days and times', (language, day, digits, morning, afternoon) => {
  expect(formatDay('2030-03-04', language, { year: true })).toBe(day)
  expect(dayInDigits('2030-03-04', language)).toBe(digits)
  expect(formatTime('09:30', language)).toMatch(morning)
  expect(formatTime('16:30', language)).toBe(afternoon)
})
it('the table of appointments has the day in digits that sort, in English', () =>
  expect(dayInDigits('2030-03-04', 'en')).toBe('2030-03-04'))

it.each([
  ['en', 'Mon'],
  ['de', 'Mo'],
  ['ru', 'пн'],
])('the weekday in short in %s is %s', (language, day) =>
  expect(shortWeekday('2030-03-04', language)).toBe(day),
)

it.each([
  { other: 'Africa/Algiers', at: '2030-01-15T12:00:00Z', agree: true },
  { other: 'Europe/Berlin', at: '2030-01-15T12:00:00Z', agree: true },
  { other: 'Europe/Berlin', at: '2030-07-15T12:00:00Z', agree: false },
  { other: 'Pacific/Apia', at: '2030-01-15T12:00:00Z', agree: false },
])('clocks in Lagos and $other show the same on $at: $agree', ({ other, at, agree }) =>
  expect(clocksAgree('Africa/Lagos', new Date(at), other)).toBe(agree),
)
