import { expect, it } from 'vitest'
import { refusalSample } from './refusal-log.ts'

it('the log takes twenty refusals of a kind in a minute, and then the number left out', () => {
  let now = 0
  const sample = refusalSample(() => now)
  const lines = Array.from({ length: 50 }, () => sample('unauthorized /api/x'))
  expect(lines.filter((line) => line !== null)).toHaveLength(20)
  expect(sample('forbidden /api/x')).toEqual({})
  now = 60_000
  expect(sample('unauthorized /api/x')).toEqual({ unlogged: 30 })
  expect(sample('unauthorized /api/x')).toEqual({})
  now = 120_000
  expect(sample('unauthorized /api/x')).toEqual({})
})
