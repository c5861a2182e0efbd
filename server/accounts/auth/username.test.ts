import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Username } from '../../../contract/auth.ts'
import { usernameFrom, usernamesLike } from './username.ts'

it.each([
  ['Ada.Obi@example.com', 'ada.obi'],
  ['ada+clinic@example.com', 'ada'],
  ["o'brien&sons@example.com", 'obriensons'],
  ['_ada-@example.com', 'ada'],
  ['a@example.com', 'staff'],
  ["{!}@'example.com", 'staff'],
  [`${'x'.repeat(34)}.yz@example.com`, 'x'.repeat(34)],
])('a username for %j is valid', (email, username) => {
  expect(usernameFrom(email)).toBe(username)
  expect(v.is(Username, username)).toBe(true)
})

it('a username is numbered from the second on, within the permitted length', () => {
  const long = usernameFrom(`${'x'.repeat(60)}@example.com`)
  const names = usernamesLike(long)
  expect([names.next().value, names.next().value]).toEqual([long, `${long}2`])
  expect(v.is(Username, `${long}99999`)).toBe(true)
})
