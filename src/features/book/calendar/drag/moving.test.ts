import { describe, expect, it } from 'vitest'
import { rowAt } from '../../day/row.fixture.ts'
import { endingAt, type Moving, stepped } from './moving.ts'

const moving = (what: Moving['what'], column = 1): Moving => ({
  row: rowAt('2030-03-04 10:00', 30, { id: 'moved' }),
  by: 'keys',
  what,
  column,
  span: { from: 600, to: 630 },
})

/** The part of the day that is drawn: 8:30 to 17:15. */
const DRAWN = { from: 510, to: 1035 }

describe('a key', () => {
  it.each([
    ['ArrowDown', 'place', 1, 605, 635],
    ['ArrowUp', 'place', 1, 595, 625],
    ['PageDown', 'place', 1, 630, 660],
    ['PageUp', 'place', 1, 570, 600],
    ['ArrowRight', 'place', 2, 600, 630],
    ['ArrowLeft', 'place', 0, 600, 630],
    ['ArrowDown', 'length', 1, 600, 635],
    ['ArrowUp', 'length', 1, 600, 625],
    ['+', 'place', 1, 600, 635],
    ['-', 'place', 1, 600, 625],
  ] as const)('%s brings a visit whose %s is moved to column %i, %i to %i', (key, what, column, from, to) =>
    expect(stepped(moving(what), key, 3, DRAWN)).toMatchObject({ column, span: { from, to } }),
  )

  it.each([
    ['ArrowRight', 2],
    ['ArrowLeft', 0],
    ['Escape', 1],
    ['a', 1],
  ])('%s brings a visit in column %i of three nowhere', (key, column) =>
    expect(stepped(moving('place', column), key, 3, DRAWN)).toBeNull(),
  )
})

it.each([
  ['PageUp', 'place', 510, 540],
  ['ArrowUp', 'place', 510, 540],
  ['PageDown', 'place', 1005, 1035],
  ['ArrowDown', 'place', 1005, 1035],
  ['PageUp', 'length', 600, 610],
  ['-', 'place', 600, 610],
  ['PageDown', 'length', 600, 840],
  ['+', 'place', 600, 840],
] as const)(
  'the key %s, however often pressed, keeps the moved appointment (%s) in the drawn day',
  (key, what, from, to) => {
    let here = moving(what)
    for (let presses = 0; presses < 200; presses += 1) here = stepped(here, key, 3, DRAWN) ?? here
    expect(here.span).toEqual({ from, to })
  },
)

it('a visit that is made longer at the end of the drawn day ends with it', () => {
  let here: Moving = { ...moving('length'), span: { from: 990, to: 1020 } }
  for (let presses = 0; presses < 9; presses += 1) here = stepped(here, '+', 3, DRAWN) ?? here
  expect(here.span).toEqual({ from: 990, to: 1035 })
})

it.each([
  ['where it is wished', 640, 640],
  ['no sooner than the shortest visit does', 590, 610],
  ['no later than the longest one does', 1400, 840],
])('a visit that is made longer or shorter ends %s', (_, to, expected) =>
  expect(endingAt({ from: 600, to: 630 }, to)).toEqual({ from: 600, to: expected }),
)
