import { expect, it } from 'vitest'
import { kindsAt, requiredTypes } from './policy.ts'

it.each([
  ['with https', {}, 'https://book.example.com', false, ['admin', 'manager']],
  ['without https', {}, 'http://book.example.com', false, []],
  ['on a local trial', {}, undefined, false, []],
  ['in the demonstration', { staff: { secondFactor: ['admin' as const] } }, 'https://a.example', true, []],
  [
    'where the clinic names types',
    { staff: { secondFactor: ['reception' as const] } },
    undefined,
    false,
    ['reception'],
  ],
  ['where the clinic names none', { staff: { secondFactor: [] } }, 'https://a.example', false, []],
])('the policy of second factors: %s', (_, clinic, publicUrl, demo, types) => {
  expect(requiredTypes(clinic, { publicUrl, demo })).toEqual(types)
})

it.each([
  ['https://book.example.com', ['passkey', 'totp']],
  ['http://localhost:3000', ['passkey', 'totp']],
  ['http://192.168.1.4:3000', ['totp']],
  ['http://[fd00::1]:3000', ['totp']],
])('the policy for %s offers %j', (origin, kinds) => {
  expect(kindsAt(origin)).toEqual(kinds)
})
