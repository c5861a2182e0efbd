import { expect, it } from 'vitest'
import { ownValue } from './own.ts'

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '', 'b'])(
  'a table has no entry %j that it was not given',
  (name) => {
    expect(ownValue({ a: 1 }, name)).toBeUndefined()
  },
)

it('a table has its own entries, whatever their names', () => {
  expect(ownValue({ a: 1 }, 'a')).toBe(1)
  expect(ownValue({ constructor: 2 } as Record<string, number>, 'constructor')).toBe(2)
})
