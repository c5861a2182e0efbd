import { expect, it } from 'vitest'
import { checkSetUp } from './checks.ts'

const form = (locations: string) => ({ name: 'Front desk', locations, pin: '194703', repeat: '194703' })

it.each([['fct'], ['lag,phc']])('a tablet can be for %s', (locations) =>
  expect(checkSetUp(form(locations))).toEqual({}),
)

it('a tablet is for one location at least', () =>
  expect(checkSetUp(form(''))).toEqual({ locations: { key: 'locations_required' } }))
