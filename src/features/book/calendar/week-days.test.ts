import { expect, it } from 'vitest'
import { formatWeek, initialsOf, weekOf } from './week-days.ts'

it.each(['2030-03-04', '2030-03-06', '2030-03-10'])('the day %s is in the week of Monday, 4 March', (day) => {
  const week = weekOf(day)
  expect([week[0], week[6], week.length]).toEqual(['2030-03-04', '2030-03-10', 7])
})

it.each(['en', 'de', 'es', 'it', 'ru'])('the heading of a week names its Sunday in %s', (language) => {
  const heading = formatWeek(weekOf('2026-11-29'), language)
  expect(heading).toMatch(/23.*29/)
  expect(formatWeek(weekOf('2026-11-30'), language)).not.toBe(heading)
})

it('a week says months and years once where they are alike', () => {
  const plain = (text: string) => text.replace(/[\u2009\u202f\u00a0]/g, ' ').replace(/\s?–\s?/, ' – ')
  const said = (day: string, room?: 'tablet' | 'phone') => plain(formatWeek(weekOf(day), 'en', room))
  expect(said('2026-11-23')).toBe('23 – 29 November 2026')
  expect(said('2026-12-02')).toBe('30 November – 6 December 2026')
  expect(said('2026-12-30')).toBe('28 December 2026 – 3 January 2027')
  expect(said('2026-11-23', 'tablet')).toBe('23 – 29 Nov 2026')
  expect(said('2026-12-02', 'phone')).toBe('30 Nov – 6 Dec')
})

it.each([
  ['Dr. Amaka Okafor', 'AO'],
  ['Dr. Grace van Danjuma', 'GD'],
  ['Ibrahim', 'I'],
])('the initials of %s are %s', (name, initials) => expect(initialsOf(name)).toBe(initials))
