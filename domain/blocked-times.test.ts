import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blockedOn, blockedTimes } from './blocked-times.ts'
import { occurrences } from './blocker-occurrences.ts'
import { type BlockerRule, lastDateOf } from './blockers.ts'
import { addDays, toInstant } from './clinic-time.ts'
import { type Interval, overlaps } from './slots.ts'

const ZONES = ['Africa/Lagos', 'America/New_York', 'Pacific/Auckland']
const DAY_MS = 86_400_000

const times = fc
  .tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 24 }))
  .map(([from, length]) => ({ from: from * 30, to: Math.min(1440, (from + length) * 30) }))
const some = (least: number, most: number) =>
  fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 3 })
const rules: fc.Arbitrary<BlockerRule> = fc.oneof(
  fc.record({ type: fc.constant('Daily' as const), hours: times }),
  fc.record({ type: fc.constant('Weekly' as const), days: some(0, 6), hours: times }),
  fc.record({ type: fc.constant('Monthly' as const), dates: some(1, 31), hours: times }),
  fc.integer({ min: 0, max: 11 }).chain((month) =>
    fc.record({
      type: fc.constant('Yearly' as const),
      month: fc.constant(month),
      dates: some(1, lastDateOf(month)),
    }),
  ),
  fc.tuple(fc.integer({ min: 0, max: 60 * 48 }), fc.integer({ min: 1, max: 200 })).map(([begin, length]) => {
    const start = Date.UTC(2028, 1, 1) + begin * 1_800_000
    return { type: 'One Time' as const, period: { start, end: start + length * 1_800_000 } }
  }),
)

it('a day of arranged blockers gives the same answers as each blocker does', () => {
  fc.assert(
    fc.property(
      fc.array(rules, { maxLength: 8 }),
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(...ZONES),
      (blockers, day, timeZone) => {
        const date = addDays('2028-02-01', day)
        const start = toInstant(date, '00:00', timeZone).getTime()
        const window = { start, end: toInstant(addDays(date, 1), '00:00', timeZone).getTime() }
        const each = blockers.flatMap((rule) => occurrences(rule, window, timeZone))
        const together = blockedOn(blockedTimes(blockers), date, timeZone)
        for (let slot = window.start; slot < window.end; slot += 1_800_000) {
          const minutes: Interval = { start: slot, end: slot + 1_800_000 }
          const isBlocked = (periods: readonly Interval[]) =>
            periods.some((period) => overlaps(period, minutes))
          expect(isBlocked(together), new Date(slot).toISOString()).toBe(isBlocked(each))
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

it('arranging joins one-time blockers that touch or overlap, and finds the one that began days ago', () => {
  const noon = Date.UTC(2028, 1, 10, 12)
  const oneTime = (start: number, end: number): BlockerRule => ({ type: 'One Time', period: { start, end } })
  const times = blockedTimes([
    oneTime(noon, noon + 5 * DAY_MS),
    oneTime(noon + DAY_MS, noon + 2 * DAY_MS),
    oneTime(noon + 5 * DAY_MS, noon + 6 * DAY_MS),
    oneTime(noon + 20 * DAY_MS, noon + 21 * DAY_MS),
  ])
  expect(times.oneTime).toEqual([
    { start: noon, end: noon + 6 * DAY_MS },
    { start: noon + 20 * DAY_MS, end: noon + 21 * DAY_MS },
  ])
  expect(blockedOn(times, '2028-02-14', 'Africa/Lagos')).toHaveLength(1)
  expect(blockedOn(times, '2028-02-25', 'Africa/Lagos')).toEqual([])
})
