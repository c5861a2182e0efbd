import { expect, it } from 'vitest'
import { exchanges } from './exchanges.ts'

it.each<[string, [id: string, holders: string][], number[][]]>([
  ['nobody', [], []],
  [
    'two that change places',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    [[0, 1]],
  ],
  [
    'a ring of three',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ],
    [[0, 1, 2]],
  ],
  [
    'a long one for two short ones',
    [
      ['a', 'b c'],
      ['b', 'a'],
      ['c', 'a'],
    ],
    [[0, 1, 2]],
  ],
  [
    'two pairs that need nothing of one another',
    [
      ['a', 'b'],
      ['c', 'd'],
      ['b', 'a'],
      ['d', 'c'],
    ],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [
    'one who waits for a pair goes with it',
    [
      ['a', 'b'],
      ['b', 'a'],
      ['c', 'a'],
    ],
    [[0, 1, 2]],
  ],
  ['who waits for somebody else’s visit stays', [['a', 'x']], []],
  [
    'and so does who waits for one that stays',
    [
      ['c', 'b'],
      ['b', 'a'],
      ['a', 'x'],
    ],
    [],
  ],
  [
    'a ring of which one also waits for another’s visit',
    [
      ['a', 'b'],
      ['b', 'a x'],
    ],
    [],
  ],
  [
    'a pair beside one that stays',
    [
      ['a', 'b'],
      ['b', 'a'],
      ['c', 'a x'],
    ],
    [[0, 1]],
  ],
  ['one that nobody stands in the way of', [['a', '']], [[0]]],
])('the exchanges are found: %s', (_, wanting, groups) => {
  const list = wanting.map(([id, holders]) => ({ id, holders: holders.split(' ').filter(Boolean) }))
  expect(exchanges(list)).toEqual(groups)
})

it('finding exchanges takes linear time, in chains too', () => {
  const chain = Array.from({ length: 100_000 }, (_, n) => ({ id: `${n}`, holders: [`${n + 1}`] }))
  expect(exchanges(chain)).toEqual([])
  expect(exchanges([...chain, { id: '100000', holders: ['0'] }])).toHaveLength(1)
})
