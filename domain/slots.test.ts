import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Interval, openSlots, overlaps, SLOT_MINUTES, slotInterval, slotTimes } from './slots.ts'

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

describe('the grid', () => {
  it.each([
    { day: 'a day that closes between slots', date: MONDAY, is: ['09:00', '09:30', '10:00', '10:30'] },
    { day: 'a day with a pause', date: '2030-03-05', is: ['08:00', '08:30', '14:00', '14:30'] },
    { day: 'a closed day', date: SUNDAY, is: [] },
  ])('of $day', ({ date, is }) => expect(slotTimes(hours, date)).toEqual(is))
})

describe('what is open', () => {
  const ask = (more: Partial<Parameters<typeof openSlots>[0]>) =>
    openSlots({
      date: MONDAY,
      hours,
      timeZone: LAGOS,
      earliest: new Date('2030-03-01T00:00:00Z'),
      busy: [[]],
      blocked: [],
      ...more,
    })

  it.each([
    { name: 'all of an empty day', more: {}, is: ['09:00', '09:30', '10:00', '10:30'] },
    { name: 'nothing without a doctor', more: { busy: [] }, is: [] },
    {
      name: 'not what the only doctor has',
      more: { busy: [[at('09:30')]] },
      is: ['09:00', '10:00', '10:30'],
    },
    {
      name: 'what one of two doctors has free',
      more: { busy: [[at('09:30'), at('10:00')], [at('10:00')]] },
      is: ['09:00', '09:30', '10:30'],
    },
    {
      name: 'not what an appointment off the grid touches',
      more: { busy: [[{ start: at('09:00').start + 60_000, end: at('09:30').start + 60_000 }]] },
      is: ['10:00', '10:30'],
    },
    {
      name: 'nothing under a blocker, whoever is free',
      more: { busy: [[], []], blocked: [{ start: at('09:30').start, end: at('10:30').start }] },
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
  ])('$name', ({ more, is }) => expect(ask(more)).toEqual(is))

  it('never offers a slot that overlaps a period taken of the only doctor, and drops no other', () => {
    const minute = fc.integer({ min: 8 * 60, max: 12 * 60 })
    const period = fc.tuple(minute, fc.integer({ min: 1, max: 120 })).map(([from, length]): Interval => {
      const start = at('09:00').start + (from - 9 * 60) * 60_000
      return { start, end: start + length * 60_000 }
    })
    fc.assert(
      fc.property(fc.array(period, { maxLength: 6 }), (taken) => {
        const offered = ask({ busy: [taken] })
        for (const time of slotTimes(hours, MONDAY)) {
          const minutes = Array.from({ length: SLOT_MINUTES }, (_, i) => at(time).start + i * 60_000)
          const free = minutes.every((m) => !taken.some((p) => p.start <= m && m < p.end))
          expect(offered.includes(time)).toBe(free)
        }
      }),
    )
  })
})

it('touching periods do not overlap', () => {
  expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false)
  expect(overlaps({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true)
})
