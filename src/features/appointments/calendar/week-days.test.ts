import { expect, it } from 'vitest'
import { formatWeek, initialsOf, weekOf } from './week-days.ts'

it.each(['2030-03-04', '2030-03-06', '2030-03-10'])('%s is in the week of Monday, 4 March', (day) => {
  const week = weekOf(day)
  expect([week[0], week[6], week.length]).toEqual(['2030-03-04', '2030-03-10', 7])
})

it('says months and years once where they are alike', () => {
  const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ').replace(/\s?–\s?/, ' – ')
  expect(plain(formatWeek('2026-11-23', '2026-11-28', 'en'))).toBe('23 – 28 November 2026')
  expect(plain(formatWeek('2026-11-30', '2026-12-05', 'en'))).toBe('30 November – 5 December 2026')
  expect(plain(formatWeek('2026-11-23', '2026-11-28', 'en', 'tablet'))).toBe('23 – 28 Nov 2026')
  expect(plain(formatWeek('2026-11-30', '2026-12-05', 'en', 'phone'))).toBe('30 Nov – 5 Dec')
})

it.each([
  ['Dr. Amaka Okafor', 'AO'],
  ['Dr. Grace van Danjuma', 'GD'],
  ['Ibrahim', 'I'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
