import { expect, it } from 'vitest'
import { type Attempt, nextAttempt } from './attempt.ts'

const make = () => 'new'
const sent = (bodies: string[], refused: boolean): Attempt => ({ key: 'old', bodies, refused })

it.each([
  { what: 'the first try', before: null, body: 'a', key: 'new', bodies: ['a'] },
  { what: 'the same after a lost answer', before: sent(['a'], false), body: 'a', key: 'old', bodies: ['a'] },
  {
    what: 'a change after a lost answer',
    before: sent(['a'], false),
    body: 'b',
    key: 'old',
    bodies: ['a', 'b'],
  },
  { what: 'a change taken back', before: sent(['a', 'b'], false), body: 'a', key: 'old', bodies: ['b', 'a'] },
  { what: 'the same after a refusal', before: sent(['a'], true), body: 'a', key: 'old', bodies: ['a'] },
  { what: 'a change after a refusal', before: sent(['a'], true), body: 'b', key: 'new', bodies: ['b'] },
])('$what is sent under the $key key', ({ before, body, key, bodies }) => {
  expect(nextAttempt(before, body, make)).toEqual({ key, bodies, refused: false })
})
