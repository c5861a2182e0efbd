import { afterEach, expect, it } from 'vitest'
import type { Right } from '../../domain/rights.ts'
import { knowClinic } from '../clinic.fixture.ts'
import { store } from '../store.ts'
import { mayAtom, ownLocationsAtom } from './rights.ts'
import { authUserAtom } from './session-atoms.ts'
import { signedInAs } from './signed-in.fixture.ts'

knowClinic()

const { user } = signedInAs('ada')
afterEach(() => store.set(authUserAtom, null))

it.each<[Right, anywhere: boolean, atTheTablet: boolean]>([
  ['audit', true, false],
  ['patients.import', true, false],
  ['flood', true, false],
  ['staff.write', true, false],
  ['book.read', true, true],
  ['patients.read', true, true],
  ['devices', true, true],
  ['account.logout', true, true],
])('an admin has %s: %s, and at a tablet of one town: %s', (right, anywhere, atTheTablet) => {
  store.set(authUserAtom, user)
  expect(store.get(mayAtom)(right)).toBe(anywhere)
  store.set(authUserAtom, { ...user, boundTo: ['fct'] })
  expect(store.get(mayAtom)(right)).toBe(atTheTablet)
})

it('a person’s locations at a tablet are the tablet’s', () => {
  store.set(authUserAtom, { ...user, boundTo: ['fct'] })
  expect(store.get(ownLocationsAtom).map(({ code }) => code)).toEqual(['fct'])
})
