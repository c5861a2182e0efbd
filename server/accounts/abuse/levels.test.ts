import { expect, it } from 'vitest'
import { clinicThreshold, hardest, levelOf } from './levels.ts'

it.each([
  { uses: 1, level: null },
  { uses: 20, level: null },
  { uses: 21, level: 0 },
  { uses: 39, level: 0 },
  { uses: 40, level: 1 },
  { uses: 80, level: 2 },
  { uses: 600, level: 4 },
])('the use number $uses of 20 needs a proof of level $level', ({ uses, level }) =>
  expect(levelOf(uses, 20)).toBe(level),
)

it.each([
  { usual: 0, threshold: 60 },
  { usual: 15, threshold: 60 },
  { usual: 90, threshold: 270 },
])('the threshold of a clinic with $usual bookings in a busy hour is $threshold', ({ usual, threshold }) =>
  expect(clinicThreshold(usual, 20)).toBe(threshold),
)

it('the hardest of several due proofs counts', () => {
  expect(hardest([null, null])).toBeNull()
  expect(hardest([null, 0, 2, null])).toBe(2)
})
