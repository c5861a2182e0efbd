import { describe, expect, it } from 'vitest'
import { waitAfter } from './backoff.ts'

const HOUR = 3_600_000

describe('after a failed attempt', () => {
  it.each([
    [1, 10],
    [2, 30],
    [3, 60],
    [4, 120],
    [5, 300],
    [6, 600],
    [7, 1_200],
    [8, 1_800],
    [9, 3_600],
    [10, 7_200],
    [11, 7_200],
    [30, 7_200],
  ])('the next one follows number %i after %i s', (tries, seconds) =>
    expect(waitAfter(tries, HOUR)).toBe(seconds * 1_000),
  )

  it.each([
    ['the last one is at 48 hours', 30, 47.5 * HOUR, 0.5 * HOUR],
    ['which is the end', 31, 48 * HOUR, null],
    ['the one try of what was held back for longer too', 1, 50 * HOUR, null],
  ])('the attempts end in time: %s', (_, tries, ageMs, wait) => expect(waitAfter(tries, ageMs)).toBe(wait))

  it('there are some 33 attempts in 48 hours', () => {
    let [tries, ageMs] = [1, 0]
    for (let wait = waitAfter(tries, ageMs); wait !== null; wait = waitAfter(tries, ageMs)) {
      ageMs += wait
      tries += 1
    }
    expect([tries, ageMs]).toEqual([33, 48 * HOUR])
  })
})
