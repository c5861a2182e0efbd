import { expect, it } from 'vitest'
import { readCode } from './code-text.ts'

it.each([
  ['123456', { code: 123_456 }],
  [' 123 456 ', { code: 123_456 }],
  ['123-456', { code: 123_456 }],
  ['123\u00a0456\n', { code: 123_456 }],
  ['012345', { code: 12_345 }],
  ['12a456', { problem: 'code_not_integer' }],
  ['1234.5', { problem: 'code_not_integer' }],
  ['1e5', { problem: 'code_not_integer' }],
  ['', { problem: 'code_not_integer' }],
  ['12345', { problem: 'code_length' }],
  ['1234567', { problem: 'code_length' }],
])('the code %j is read as %j', (typed, read) => expect(readCode(typed)).toEqual(read))
