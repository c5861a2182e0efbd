import { describe, expect, it } from 'vitest'
import { blockedOn, blockedTimes } from './blocked-times.ts'
import type { OpeningHours } from './clinic.ts'
import { clinicDate, clinicTime, skippedMinutes, toInstant } from './clinic-time.ts'
import { DEFAULT_REMINDERS, isQuiet, remindersOf } from './reminders.ts'
import { fitsInto, openSlots, slotInterval, slotTimes } from './slots.ts'

/** Nights on which the clocks of a zone change, in both directions. */
const FORWARD = [
  { zone: 'Europe/Berlin', date: '2027-03-28', skipped: ['02:00', '03:00'] },
  { zone: 'America/Los_Angeles', date: '2027-03-14', skipped: ['02:00', '03:00'] },
  { zone: 'Pacific/Auckland', date: '2027-09-26', skipped: ['02:00', '03:00'] },
  { zone: 'Australia/Lord_Howe', date: '2027-10-03', skipped: ['02:00', '02:30'] },
  { zone: 'Africa/Cairo', date: '2027-04-30', skipped: ['00:00', '01:00'] },
] as const
const BACK = [
  { zone: 'Europe/Berlin', date: '2027-10-31', twice: '02:30' },
  { zone: 'America/Los_Angeles', date: '2027-11-07', twice: '01:30' },
  { zone: 'Pacific/Auckland', date: '2027-04-04', twice: '02:30' },
] as const
const STEADY = [
  { zone: 'Africa/Lagos', date: '2027-03-28' },
  { zone: 'Asia/Kathmandu', date: '2027-03-28' },
] as const

const ALWAYS: OpeningHours = Array(7).fill([{ from: '00:00', to: '24:00' }])
const NIGHT: OpeningHours = Array(7).fill([{ from: '01:00', to: '05:00' }])
const HALF_HOURS = { minutes: 30, step: 30 }
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const free = (date: string, zone: string, hours: OpeningHours, grid = HALF_HOURS) =>
  openSlots({
    date,
    hours,
    grid,
    timeZone: zone,
    earliest: new Date(0),
    doctors: [{ hours, busy: [] }],
    blocked: [],
  })

describe.each(FORWARD)(
  'where the clocks of $zone go forward on $date',
  ({ zone, date, skipped: [from, to] }) => {
    it('the skipped minutes are known, and the days beside it have none', () => {
      expect(skippedMinutes(date, zone)).toEqual({ from: minutes(from), to: minutes(to) })
      const day = Number(date.slice(8))
      for (const other of [day - 1, day + 1].filter((each) => each < 31))
        expect(skippedMinutes(`${date.slice(0, 8)}${String(other).padStart(2, '0')}`, zone)).toBeNull()
    })

    it('each offered time is on the clock, at an instant of its own, before the next', () => {
      for (const grid of [HALF_HOURS, { minutes: 60, step: 5 }]) {
        const times = free(date, zone, ALWAYS, grid)
        const starts = times.map((time) => toInstant(date, time, zone))
        expect(starts.map((start) => clinicTime(start, zone))).toEqual(times)
        expect(new Set(starts.map(Number)).size).toBe(times.length)
        expect(times).not.toContain(from)
        expect(times).toContain(to)
      }
    })

    it('no visit is longer by the clock than it is', () => {
      for (const time of free(date, zone, ALWAYS, { minutes: 90, step: 30 })) {
        const { end } = slotInterval(date, time, zone, 90)
        const ends = timeAfter(time, 90)
        // The last before the change ends with it, when the clock already shows what comes after.
        expect(clinicTime(new Date(end), zone)).toBe(time < from && ends === from ? to : ends)
      }
      expect(fitsInto(ALWAYS, date, zone, from, 5)).toBe(false)
      expect(fitsInto(ALWAYS, date, zone, to, 90)).toBe(true)
    })

    it('blocked hours within the skipped time block nothing', () => {
      const middle = clockOf((minutes(from) + minutes(to)) / 2)
      for (const [begin, end] of [
        [middle, to],
        [from, to],
        [from, middle],
      ] as const) {
        const hours = { from: minutes(begin), to: minutes(end) }
        expect(blockedOn(blockedTimes([{ type: 'Daily', hours }]), date, zone)).toEqual([])
      }
    })
  },
)

describe.each(BACK)('where the clocks of $zone go back on $date', ({ zone, date, twice }) => {
  it('a time that exists twice is offered once and means the first', () => {
    const times = free(date, zone, NIGHT)
    expect(times).toEqual(slotTimes(NIGHT, '2027-01-12', zone, HALF_HOURS))
    const at = toInstant(date, twice, zone)
    const again = new Date(at.getTime() + 3_600_000)
    expect([clinicTime(at, zone), clinicTime(again, zone)]).toEqual([twice, twice])
    expect(skippedMinutes(date, zone)).toBeNull()
  })
})

it.each([...FORWARD, ...BACK])(
  'reminders of a visit at 4 AM on $date in $zone go by its clock',
  ({ zone, date }) => {
    const visit = { startsAt: toInstant(date, '04:00', zone), since: new Date(0), channels: ['sms'] as const }
    const due = remindersOf(visit, DEFAULT_REMINDERS, zone).map(({ dueAt }) => dueAt)
    expect(due.length).toBeGreaterThan(0)
    for (const at of due) {
      expect(isQuiet(at, zone)).toBe(false)
      expect(clinicTime(at, zone)).toBe('19:00')
      expect(clinicDate(at, zone) < date).toBe(true)
    }
  },
)

it.each(STEADY)('$zone has no such nights', ({ zone, date }) => {
  expect(skippedMinutes(date, zone)).toBeNull()
  expect(free(date, zone, NIGHT)).toHaveLength(8)
})

const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const timeAfter = (time: string, more: number) => clockOf((minutes(time) + more) % 1440)
