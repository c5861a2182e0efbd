import { expect, it } from 'vitest'
import { ticksOf } from './bars.tsx'

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [14, [0, 5, 10, 15]],
  [33.3, [0, 10, 20, 30, 40]],
  [730, [0, 200, 400, 600, 800]],
])('the axis of a picture up to %d has round numbers', (highest, ticks) =>
  expect(ticksOf(highest)).toEqual(ticks),
)
