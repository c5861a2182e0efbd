import { expect, it } from 'vitest'
import clinic from '../clinic.config.ts'
import { addressWithTown, defaultAddress, normaliseLocation } from './locations.ts'

it.each<[string, string | null]>([
  ...['lagos', 'lag', 'lg', 'LAG', ' Lagos '].map((text) => [text, 'lag'] as [string, string]),
  ...['abuja', 'abj', 'fct', 'FCT'].map((text) => [text, 'fct'] as [string, string]),
  ...['riv', 'rivers', 'port harcourt', 'port-harcourt', 'phc', 'Port Harcourt'].map(
    (text) => [text, 'phc'] as [string, string],
  ),
  ['all', 'all'],
  ['kano', null],
  ['', null],
  ['constructor', null],
])('%j means %s', (text, code) => {
  expect(normaliseLocation(text, clinic.locations)).toBe(code)
})

it('a patient without an address gets the name of the location', () => {
  expect(clinic.locations.map(defaultAddress)).toEqual(['... Lagos', '... Abuja', '... Port Harcourt'])
})

it.each([
  ['27 Gana Street, Maitama, Abuja', '27 Gana Street, Maitama, Abuja'],
  ['27 Gana Street', 'Abuja, 27 Gana Street'],
  ['27 Gana Street, ABUJA', '27 Gana Street, ABUJA'],
])('the address %j of Abuja names the town once', (address, line) => {
  expect(addressWithTown({ name: 'Abuja', address })).toBe(line)
})

it('a town that is a part of another word is named', () => {
  expect(addressWithTown({ name: 'Ota', address: '3 Potato Road' })).toBe('Ota, 3 Potato Road')
  expect(addressWithTown({ name: 'Port Harcourt', address: '8 Aba Road, Port-Harcourt' })).toBe(
    '8 Aba Road, Port-Harcourt',
  )
})
