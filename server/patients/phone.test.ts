import { expect, it } from 'vitest'
import { toE164 } from './phone.ts'

it.each([
  ['08031234567', '+2348031234567'],
  ['0803 123 4567', '+2348031234567'],
  ['+234 803 123 4567', '+2348031234567'],
  ['2348031234567', '+2348031234567'],
  ['+44 20 7946 0958', '+442079460958'],
  ['12345678', null],
  ['not a number', null],
])('%j is %s in Nigeria', (typed, is) => expect(toE164(typed, 'NG')).toBe(is))
