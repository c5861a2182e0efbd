import { expect, it } from 'vitest'
import { countriesIn, countryIn } from './countries.ts'

it('each country is listed once, by its English name in small letters', () => {
  const countries = countriesIn('en')
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map(({ value }) => value)).size).toBe(249)
  expect(countries).toContainEqual({ value: 'nigeria', name: 'Nigeria' })
})

it('the list has names and order of the language, and the same values', () => {
  expect(countriesIn('de')).toContainEqual({ value: 'germany', name: 'Deutschland' })
})

it.each([
  ['de', 'germany', 'Deutschland'],
  ['en', 'the old republic', 'The Old Republic'],
  ['en', '', '–'],
])('the list, in %s, of %j alone is %s', (language, value, name) =>
  expect(countryIn(language, value)).toEqual({ value, name }),
)
