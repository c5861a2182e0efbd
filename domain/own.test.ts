import { expect, it } from 'vitest'
import { own } from './own.ts'

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '', 'b'])(
  'a table has no entry %j that it was not given',
  (name) => {
    expect(own({ a: 1 }, name)).toBeUndefined()
  },
)

it('a table has its own entries, whatever their names', () => {
  expect(own({ a: 1 }, 'a')).toBe(1)
  expect(own({ constructor: 2 } as Record<string, number>, 'constructor')).toBe(2)
})
