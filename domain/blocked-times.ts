import type { BlockerRule, Hours } from './blockers.ts'
import { WHOLE_DAY } from './blockers.ts'
import { calendarOf, dayNumber, instantOn } from './clinic-days.ts'
import { clinicDate } from './clinic-time.ts'
import { type Interval, overlaps } from './slots.ts'

/**
 * Blockers arranged by the days on which they block, so that a day costs the same for one blocker as for a
 * thousand.
 */
export type BlockedTimes = {
  daily: readonly Hours[]
  /** By weekday, 0 is Sunday. */
  weekly: readonly (readonly Hours[])[]
  /** By date, 1 to 31. */
  monthly: readonly (readonly Hours[])[]
  /** Months * 32 + date, of whole days. */
  yearly: ReadonlySet<number>
  /** Merged where they touch, in order. */
  oneTime: readonly Interval[]
}

export function blockedTimes(rules: readonly BlockerRule[]): BlockedTimes {
  const daily: Hours[] = []
  const weekly: Hours[][] = Array.from({ length: 7 }, () => [])
  const monthly: Hours[][] = Array.from({ length: 32 }, () => [])
  const yearly = new Set<number>()
  const oneTime: Interval[] = []
  for (const rule of rules) {
    if (rule.type === 'One Time') oneTime.push(rule.period)
    else if (rule.type === 'Daily') daily.push(rule.hours)
    else if (rule.type === 'Weekly') for (const day of rule.days) weekly[day]?.push(rule.hours)
    else if (rule.type === 'Monthly') for (const date of rule.dates) monthly[date]?.push(rule.hours)
    else for (const date of rule.dates) yearly.add(yearlyKey(rule.month, date))
  }
  return {
    daily: joined(daily, hoursEnds),
    weekly: weekly.map((hours) => joined(hours, hoursEnds)),
    monthly: monthly.map((hours) => joined(hours, hoursEnds)),
    yearly,
    oneTime: joined(oneTime, periodEnds),
  }
}

/** Blocked periods that touch a clinic day 'YYYY-MM-DD', in no particular order. */
export function blockedOn(times: BlockedTimes, date: string, timeZone: string): Interval[] {
  const number = dayNumber(date)
  const day = calendarOf(number)
  const hours = times.yearly.has(yearlyKey(day.month, day.date))
    ? [WHOLE_DAY]
    : [...times.daily, ...(times.weekly[day.weekday] ?? []), ...(times.monthly[day.date] ?? [])]
  const on = (minute: number) => instantOn(number, minute, timeZone)
  const wholeDay = { start: on(0), end: on(1440) }
  return [
    // Hours that the clocks skip are empty.
    ...hours
      .map(({ from, to }) => ({ start: on(from), end: on(to) }))
      .filter(({ start, end }) => start < end),
    ...overlappingWith(times.oneTime, wholeDay),
  ]
}

/** Reports whether a period within one clinic day, such as an appointment, is at least partly blocked. */
export function isBlocked(times: BlockedTimes, period: Interval, timeZone: string): boolean {
  const date = clinicDate(new Date(period.start), timeZone)
  return blockedOn(times, date, timeZone).some((blocked) => overlaps(blocked, period))
}

const yearlyKey = (month: number, date: number) => month * 32 + date

/** The periods that overlap a window, found by binary search: they are sorted and disjoint. */
function overlappingWith(periods: readonly Interval[], window: Interval): Interval[] {
  let [low, high] = [0, periods.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((periods[middle] as Interval).end <= window.start) low = middle + 1
    else high = middle
  }
  const found: Interval[] = []
  for (let i = low; i < periods.length; i++) {
    const period = periods[i] as Interval
    if (!overlaps(period, window)) break
    found.push(period)
  }
  return found
}

type Ends<T> = { start(item: T): number; end(item: T): number; join(start: number, end: number): T }
const hoursEnds: Ends<Hours> = {
  start: ({ from }) => from,
  end: ({ to }) => to,
  join: (from, to) => ({ from, to }),
}
const periodEnds: Ends<Interval> = {
  start: ({ start }) => start,
  end: ({ end }) => end,
  join: (start, end) => ({ start, end }),
}

/** Merges touching items into as few as possible, in order. */
function joined<T>(items: readonly T[], ends: Ends<T>): T[] {
  const result: T[] = []
  for (const item of [...items].sort((a, b) => ends.start(a) - ends.start(b))) {
    const last = result.at(-1)
    if (last !== undefined && ends.start(item) <= ends.end(last)) {
      result[result.length - 1] = ends.join(ends.start(last), Math.max(ends.end(last), ends.end(item)))
    } else result.push(item)
  }
  return result
}
