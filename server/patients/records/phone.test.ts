import { expect, it } from 'vitest'
import { phoneFaultOf, toE164 } from './phone.ts'

it.each([
  ['08031234567', '+2348031234567'],
  ['0803 123 4567', '+2348031234567'],
  ['+234 803 123 4567', '+2348031234567'],
  ['2348031234567', '+2348031234567'],
  ['+44 20 7946 0958', '+442079460958'],
  ['12345678', null],
  ['not a number', null],
  ['080311100055', null],
  ['8031234567.0', null],
  ['+23480311100055', null],
])('%j is %s in Nigeria', (typed, is) => expect(toE164(typed, 'NG')).toBe(is))

it.each([
  ['08031234567', null],
  ['080312345678', 'phone_too_long'],
  ['8031234567.0', 'phone_too_long'],
  ['0803 123 4567 89', 'phone_too_long'],
  ['+234 803 123 456 78', 'phone_too_long'],
  ['0803123456', 'phone_too_short'],
  ['+44 7911 12345', 'phone_too_short'],
  // Unknown here, and no slip of one that is known.
  ['12345678', null],
  ['447911123456', null],
  ['+123456789012345', null],
  ['', null],
])('%j in Nigeria has the fault %s', (typed, fault) => expect(phoneFaultOf(typed, 'NG')).toBe(fault))
