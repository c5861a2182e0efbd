import { expect, it } from 'vitest'
import type { OpeningHours } from './clinic.ts'
import { hoursAt, locationsOf } from './doctors.ts'
import { doctorsFor, isOfferedAt, lengthOf } from './services.ts'

const open: OpeningHours = Array(7).fill([{ from: '09:00', to: '17:00' }])
const mondays: OpeningHours = [[], [{ from: '10:00', to: '14:00' }], [], [], [], [], []]
const base = { name: 'Dr. A', department: 'General Dentistry' }
const doctors = [
  { ...base, id: 'home', location: 'lag' },
  { ...base, id: 'travels', location: 'lag', openingHours: { fct: mondays } },
  { ...base, id: 'short', location: 'fct', openingHours: { fct: mondays } },
]
const [home, travels, short] = doctors as [
  (typeof doctors)[number],
  (typeof doctors)[number],
  (typeof doctors)[number],
]
const lagos = { code: 'lag', openingHours: open }
const abuja = { code: 'fct', openingHours: open }

it('a service takes half an hour when no length is given', () => {
  expect([lengthOf(null), lengthOf({}), lengthOf({ minutes: 45 })]).toEqual([30, 30, 45])
})

it.each([
  [home, ['lag']],
  [travels, ['lag', 'fct']],
  [short, ['fct']],
])('$0.id works at $1', (doctor, is) => expect(locationsOf(doctor)).toEqual(is))

it.each([
  ['home', home, lagos, open],
  ['home elsewhere', home, abuja, []],
  ['travels, at home', travels, lagos, open],
  ['travels, away', travels, abuja, mondays],
  ['short', short, abuja, mondays],
  ['short elsewhere', short, lagos, []],
])('the hours of %s', (_, doctor, place, is) => expect(hoursAt(doctor, place)).toEqual(is))

it.each([
  ['lag', undefined, ['home', 'travels']],
  ['fct', undefined, ['travels', 'short']],
  ['fct', ['short', 'home'], ['short']],
  ['phc', undefined, []],
])('the doctors at %s, of the named %j, are %j', (location, named, is) => {
  const service = named === undefined ? {} : { doctors: named }
  expect(doctorsFor({ doctors }, location, service).map(({ id }) => id)).toEqual(is)
})

it.each([
  ['lag', ['short'], false],
  ['fct', ['short'], true],
  ['fct', ['travels'], true],
  ['phc', undefined, true],
])('at %s a service of %j is offered: %s', (location, named, is) => {
  expect(isOfferedAt({ doctors }, location, named === undefined ? {} : { doctors: named })).toBe(is)
})
