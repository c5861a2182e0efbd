import { expect, it } from 'vitest'
import { checkFeed, feedWire } from './feed-form.ts'

const form = { of: 'location', location: 'fct', doctorId: 'fct-musa', shows: 'initials' }

it.each([
  [{}, { location: 'fct', names: false }],
  [{ of: 'doctor' }, { doctorId: 'fct-musa', names: false }],
  [
    { of: 'doctor', shows: 'names' },
    { doctorId: 'fct-musa', names: true },
  ],
])('a feed form with %j requests %j, whatever was chosen before', (more, wire) =>
  expect(feedWire({ ...form, ...more })).toEqual(wire),
)

it.each([
  [{}, []],
  [{ location: '' }, ['location']],
  [{ location: '', of: 'doctor' }, []],
  [{ doctorId: '', of: 'doctor' }, ['doctorId']],
])('a feed form with %j misses %j', (more, fields) =>
  expect(Object.keys(checkFeed({ ...form, ...more }))).toEqual(fields),
)
