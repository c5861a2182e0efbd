import { expect, it } from 'vitest'
import { isIdle } from './idle.ts'

const NOON = Date.parse('2030-03-04T12:00:00+01:00')
const after = (minutes: number) => NOON + minutes * 60_000

it.each([
  ['just now', NOON, after(0), false],
  ['a second under the limit', NOON, after(15) - 1_000, false],
  ['at the limit', NOON, after(15), true],
  ['after a night asleep', NOON, after(20 * 60), true],
  ['the clock jumped ahead by a day', NOON, after(24 * 60), true],
  ['the clock was set back by an hour', NOON, after(-60), false],
  ['never seen', null, after(60), false],
])('a person is idle or not: %s', (_, lastHandAt, now, idle) => {
  expect(isIdle(lastHandAt, now, 15)).toBe(idle)
})

it('the idle limit is the clinic’s or the tablet’s', () => {
  expect(isIdle(NOON, after(59), 60)).toBe(false)
  expect(isIdle(NOON, after(60), 60)).toBe(true)
  expect(isIdle(NOON, after(1), 1)).toBe(true)
})
