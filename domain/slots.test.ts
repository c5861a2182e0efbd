import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpeningHours, OpeningPeriod } from './clinic.ts'
import { minutesOf, timeOf } from './clinic-time.ts'
import { fitsInto, type Interval, openSlots, overlaps, slotInterval, slotTimes } from './slots.ts'

const LAGOS = 'Africa/Lagos'
const MONDAY = '2030-03-04'
const SUNDAY = '2030-03-03'
const closed = [] as const
const mornings = [{ from: '09:00', to: '11:15' }]
const hours = [
  closed,
  mornings,
  [
    { from: '08:00', to: '09:00' },
    { from: '14:00', to: '15:00' },
  ],
  closed,
  closed,
  closed,
  closed,
]
const at = (time: string) => slotInterval(MONDAY, time, LAGOS)

describe('the slot grid', () => {
  it.each([
    { day: 'a day that closes between slots', date: MONDAY, is: ['09:00', '09:30', '10:00', '10:30'] },
    { day: 'a day with a pause', date: '2030-03-05', is: ['08:00', '08:30', '14:00', '14:30'] },
    { day: 'a closed day', date: SUNDAY, is: [] },
  ])('of $day', ({ date, is }) => expect(slotTimes(hours, date, LAGOS)).toEqual(is))
})

describe('a grid of other lengths', () => {
  it.each([
    { minutes: 10, step: 30, is: ['09:00', '09:30', '10:00', '10:30', '11:00'] },
    { minutes: 60, step: 30, is: ['09:00', '09:30', '10:00'] },
    { minutes: 135, step: 30, is: ['09:00'] },
    { minutes: 140, step: 30, is: [] },
    { minutes: 120, step: 5, is: ['09:00', '09:05', '09:10', '09:15'] },
  ])('has a slot for $minutes minutes each $step minutes', ({ is, ...grid }) =>
    expect(slotTimes(hours, MONDAY, LAGOS, grid)).toEqual(is),
  )

  it.each([
    ['09:00', 135, true],
    ['10:07', 60, true],
    ['10:16', 60, false],
    ['08:55', 10, false],
  ])('a visit at %s of %d minutes fits: %s', (time, minutes, is) =>
    expect(fitsInto(hours, MONDAY, LAGOS, time, minutes)).toBe(is),
  )
})

describe('the free slots', () => {
  const there = (...busy: Interval[][]) => busy.map((taken) => ({ hours, busy: taken }))
  const ask = (more: Partial<Parameters<typeof openSlots>[0]>) =>
    openSlots({
      date: MONDAY,
      hours,
      grid: { minutes: 30, step: 30 },
      timeZone: LAGOS,
      earliest: new Date('2030-03-01T00:00:00Z'),
      doctors: there([]),
      blocked: [],
      ...more,
    })
  const until = (to: string): OpeningHours => hours.map((day) => day.map(({ from }) => ({ from, to })))

  it.each([
    { name: 'all of an empty day', more: {}, is: ['09:00', '09:30', '10:00', '10:30'] },
    { name: 'nothing without a doctor', more: { doctors: [] }, is: [] },
    {
      name: 'not what the only doctor has',
      more: { doctors: there([at('09:30')]) },
      is: ['09:00', '10:00', '10:30'],
    },
    {
      name: 'what one of two doctors has free',
      more: { doctors: there([at('09:30'), at('10:00')], [at('10:00')]) },
      is: ['09:00', '09:30', '10:30'],
    },
    {
      name: 'not what an appointment off the grid touches',
      more: { doctors: there([{ start: at('09:00').start + 60_000, end: at('09:30').start + 60_000 }]) },
      is: ['10:00', '10:30'],
    },
    {
      name: 'nothing under a blocker, whoever is free',
      more: { doctors: there([], []), blocked: [{ start: at('09:30').start, end: at('10:30').start }] },
      is: ['09:00', '10:30'],
    },
    {
      name: 'not what has begun',
      more: { earliest: new Date(at('09:30').start + 1) },
      is: ['10:00', '10:30'],
    },
    {
      name: 'what begins this moment',
      more: { earliest: new Date(at('10:00').start) },
      is: ['10:00', '10:30'],
    },
    { name: 'nothing on a closed day', more: { date: SUNDAY }, is: [] },
    {
      name: 'only what ends while the doctor is there',
      more: { doctors: [{ hours: until('10:00'), busy: [] }] },
      is: ['09:00', '09:30'],
    },
    {
      name: 'a long visit only before a short one that is taken',
      more: { grid: { minutes: 60, step: 30 }, doctors: there([at('10:00')]) },
      is: ['09:00'],
    },
    {
      name: 'no long visit that needs one doctor in the morning and another later',
      more: {
        grid: { minutes: 60, step: 30 },
        doctors: [
          { hours: until('09:30'), busy: [] },
          { hours: until('11:15'), busy: [at('09:00')] },
        ],
      },
      is: ['09:30', '10:00'],
    },
  ])('are found: $name', ({ more, is }) => expect(ask(more)).toEqual(is))

  /**
   * Minute by minute: a start counts if one doctor is there, free and not blocked in each minute of the appointment.
   */
  it('match those of a naive model, for every length, day, doctor and blocker', () => {
    const step = 15
    const minute = (from: number, to: number) =>
      fc.integer({ min: from / step, max: to / step }).map((count) => count * step)
    const span = fc
      .tuple(minute(8 * 60, 18 * 60), minute(step, 180))
      .map(([from, length]) => ({ from, to: Math.min(from + length, 20 * 60) }))
    const periods = fc.array(span, { maxLength: 3 }).map((spans): OpeningPeriod[] =>
      spans
        .sort((a, b) => a.from - b.from)
        .filter((each, i, all) => i === 0 || (all[i - 1]?.to ?? 0) <= each.from)
        .map(({ from, to }) => ({ from: timeOf(from), to: timeOf(to) })),
    )
    const doctor = fc.record({ hours: periods, busy: fc.array(span, { maxLength: 3 }) })
    const midnight = at('00:00').start
    const asInterval = ({ from, to }: { from: number; to: number }): Interval => ({
      start: midnight + from * 60_000,
      end: midnight + to * 60_000,
    })
    const asHours = (day: readonly OpeningPeriod[]): OpeningHours => Array(7).fill(day)
    const covers = (period: OpeningPeriod, each: number) =>
      minutesOf(period.from) <= each && each < minutesOf(period.to)

    fc.assert(
      fc.property(
        periods,
        fc.array(doctor, { maxLength: 3 }),
        fc.array(span, { maxLength: 2 }),
        fc.integer({ min: 2, max: 48 }).map((fives) => fives * 5),
        (open, doctors, blocked, length) => {
          const minutesFrom = (start: number) => Array.from({ length }, (_, i) => start + i)
          const wholeIn = (day: readonly OpeningPeriod[], start: number) =>
            day.some((period) => minutesFrom(start).every((each) => covers(period, each)))
          const hits = (taken: readonly { from: number; to: number }[], start: number) =>
            minutesFrom(start).some((each) => taken.some(({ from, to }) => from <= each && each < to))
          const expected = open.flatMap(({ from, to }) =>
            Array.from({ length: 48 }, (_, i) => minutesOf(from) + i * 30).filter(
              (start) =>
                start < minutesOf(to) &&
                wholeIn([{ from, to }], start) &&
                !hits(blocked, start) &&
                doctors.some((each) => wholeIn(each.hours, start) && !hits(each.busy, start)),
            ),
          )
          const offered = ask({
            hours: asHours(open),
            grid: { minutes: length, step: 30 },
            doctors: doctors.map((each) => ({
              hours: asHours(each.hours),
              busy: each.busy.map(asInterval),
            })),
            blocked: blocked.map(asInterval),
          })
          expect(offered).toEqual(expected.map(timeOf))
        },
      ),
      { numRuns: 300 },
    )
  })
})

it('touching periods do not overlap', () => {
  expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false)
  expect(overlaps({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true)
})
