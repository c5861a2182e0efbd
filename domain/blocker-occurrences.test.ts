import fc from 'fast-check'
import rrule from 'rrule'
import { describe, expect, it } from 'vitest'
import { occurrences } from './blocker-occurrences.ts'
import { type BlockerRule, lastDateOf } from './blockers.ts'
import { addDays, isoWithOffset, minutesOf, toInstant } from './clinic-time.ts'

const { RRule } = rrule
const LAGOS = 'Africa/Lagos'
const NEW_YORK = 'America/New_York'
const at = (day: string, time = '00:00', zone = LAGOS) => toInstant(day, time, zone).getTime()
const window = (from: string, to: string, zone = LAGOS) => ({
  start: at(from, '00:00', zone),
  end: at(to, '00:00', zone),
})
const hours = (from: string, to: string) => ({
  from: minutesOf(from),
  to: to === '24:00' ? 1440 : minutesOf(to),
})

const asText = (rule: BlockerRule, from: string, to: string, zone = LAGOS) =>
  occurrences(rule, window(from, to, zone), zone).map(({ start, end }) =>
    [start, end].map((instant) => isoWithOffset(new Date(instant), zone).slice(0, 16)).join(' - '),
  )

describe('the occurrences of a blocker', () => {
  it.each<[string, BlockerRule, string, string, string[]]>([
    [
      'a one-time one that reaches into the window is whole',
      { type: 'One Time', period: { start: at('2028-02-28', '10:00'), end: at('2028-03-02', '12:00') } },
      '2028-03-01',
      '2028-03-02',
      ['2028-02-28T10:00 - 2028-03-02T12:00'],
    ],
    [
      'a one-time one that ends where the window begins is outside',
      { type: 'One Time', period: { start: at('2028-02-28'), end: at('2028-03-01') } },
      '2028-03-01',
      '2028-03-02',
      [],
    ],
    [
      'a daily one comes every day at its times',
      { type: 'Daily', hours: hours('12:00', '13:00') },
      '2028-02-28',
      '2028-03-01',
      ['2028-02-28T12:00 - 2028-02-28T13:00', '2028-02-29T12:00 - 2028-02-29T13:00'],
    ],
    [
      'a weekly one on Sunday and Saturday, whole days',
      { type: 'Weekly', days: [0, 6], hours: hours('00:00', '24:00') },
      '2028-03-01',
      '2028-03-08',
      ['2028-03-04T00:00 - 2028-03-05T00:00', '2028-03-05T00:00 - 2028-03-06T00:00'],
    ],
    [
      'a monthly one skips months without its date',
      { type: 'Monthly', dates: [30, 31], hours: hours('09:00', '10:00') },
      '2028-01-31',
      '2028-04-01',
      [
        '2028-01-31T09:00 - 2028-01-31T10:00',
        '2028-03-30T09:00 - 2028-03-30T10:00',
        '2028-03-31T09:00 - 2028-03-31T10:00',
      ],
    ],
    [
      'a yearly one on 29 February comes in leap years only',
      { type: 'Yearly', month: 1, dates: [29] },
      '2026-01-01',
      '2033-01-01',
      ['2028-02-29T00:00 - 2028-03-01T00:00', '2032-02-29T00:00 - 2032-03-01T00:00'],
    ],
  ])('%s', (_, rule, from, to, expected) => {
    expect(asText(rule, from, to)).toEqual(expected)
  })

  it('are at the same time of day before and after clocks change', () => {
    expect(
      asText({ type: 'Daily', hours: hours('09:00', '24:00') }, '2028-03-11', '2028-03-14', NEW_YORK),
    ).toEqual([
      '2028-03-11T09:00 - 2028-03-12T00:00',
      '2028-03-12T09:00 - 2028-03-13T00:00',
      '2028-03-13T09:00 - 2028-03-14T00:00',
    ])
  })

  it('are none in a window of no length', () => {
    expect(asText({ type: 'Daily', hours: hours('00:00', '24:00') }, '2028-03-11', '2028-03-11')).toEqual([])
  })
})

describe('the occurrences of a recurring blocker over five years', () => {
  const numbers = (least: number, most: number) =>
    fc
      .uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 5 })
      .map((all) => all.sort((a, b) => a - b))
  const times = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b - 1, to: a + 1 }))
  const rules: fc.Arbitrary<Exclude<BlockerRule, { type: 'One Time' }>> = fc.oneof(
    fc.record({ type: fc.constant('Daily' as const), hours: times }),
    fc.record({ type: fc.constant('Weekly' as const), days: numbers(0, 6), hours: times }),
    fc.record({ type: fc.constant('Monthly' as const), dates: numbers(1, 31), hours: times }),
    fc.integer({ min: 0, max: 11 }).chain((month) =>
      fc.record({
        type: fc.constant('Yearly' as const),
        month: fc.constant(month),
        dates: numbers(1, lastDateOf(month)),
      }),
    ),
  )
  const FIRST = Date.UTC(2026, 0, 1)
  const FIVE_YEARS_MIN = (5 * 365 + 1) * 1440
  const windows = fc
    .tuple(
      fc.integer({ min: 0, max: FIVE_YEARS_MIN }),
      fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 400_000 })),
    )
    .map(([begin, length]) => ({
      start: FIRST + begin * 60_000,
      end: FIRST + Math.min(begin + length, FIVE_YEARS_MIN + 1) * 60_000,
    }))

  it('are those of an independent recurrence library', () => {
    fc.assert(
      fc.property(rules, windows, (rule, bounds) => {
        expect(occurrences(rule, bounds, LAGOS)).toEqual(byLibrary(rule, bounds))
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 10_000) },
    )
  }, 120_000)

  // Lagos is an hour ahead of UTC all year, so the library may compute in UTC and be shifted as a whole.
  const HOUR = 3_600_000
  function byLibrary(
    rule: Exclude<BlockerRule, { type: 'One Time' }>,
    bounds: { start: number; end: number },
  ) {
    const { from, to } = rule.type === 'Yearly' ? { from: 0, to: 1440 } : rule.hours
    // Two days before the window: the library counts every date from here on, and five years take it seconds.
    const day = new Date(bounds.start).toISOString().slice(0, 10)
    const dtstart = new Date(Date.parse(`${addDays(day, -2)}T00:00:00Z`) + from * 60_000)
    const common = { dtstart, bysecond: 0 }
    const weekdays = [RRule.SU, RRule.MO, RRule.TU, RRule.WE, RRule.TH, RRule.FR, RRule.SA]
    const library = new RRule(
      rule.type === 'Daily'
        ? { ...common, freq: RRule.DAILY }
        : rule.type === 'Weekly'
          ? {
              ...common,
              freq: RRule.WEEKLY,
              byweekday: rule.days.map((day) => weekdays[day] as (typeof weekdays)[number]),
            }
          : rule.type === 'Monthly'
            ? { ...common, freq: RRule.MONTHLY, bymonthday: [...rule.dates] }
            : { ...common, freq: RRule.YEARLY, bymonth: rule.month + 1, bymonthday: [...rule.dates] },
    )
    const length = (to - from) * 60_000
    // From a day before, for periods that began already.
    return library
      .between(new Date(bounds.start + HOUR - length), new Date(bounds.end + HOUR), true)
      .map((date) => ({ start: date.getTime() - HOUR, end: date.getTime() - HOUR + length }))
      .filter(({ start, end }) => start < bounds.end && end > bounds.start)
  }
})
