import { expect, it } from 'vitest'
import { checkKey, type KeyForm, wireOf } from './key-form.ts'

const CODES = ['fct', 'lag']
const form = (more: Partial<KeyForm> = {}): KeyForm => ({
  name: 'Lab',
  scopes: 'fhir.read',
  locations: 'fct,lag',
  days: '90',
  ...more,
})

it.each([
  ['all locations are all, later ones too', {}, { locations: null, expires: '2030-06-02' }],
  ['some are some', { locations: 'lag' }, { locations: ['lag'] }],
  ['without an end', { days: '' }, { expires: null }],
  ['several scopes', { scopes: 'fhir.read,fhir.patient' }, { scopes: ['fhir.read', 'fhir.patient'] }],
])('a key is requested: %s', (_, more, wire) =>
  expect(wireOf(form(more), CODES, '2030-03-04')).toMatchObject(wire),
)

it.each<[Partial<KeyForm>, string[]]>([
  [{}, []],
  [{ name: ' ' }, ['name']],
  [{ scopes: '' }, ['scopes']],
  [{ locations: '' }, ['locations']],
])('a key form with %j has mistakes at %j', (more, fields) =>
  expect(Object.keys(checkKey(CODES, '2030-03-04')(form(more)))).toEqual(fields),
)
