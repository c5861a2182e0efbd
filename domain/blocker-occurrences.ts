import { type BlockerRule, WHOLE_DAY } from './blockers.ts'
import { calendarOf, dayNumberAt, dayNumberOf, instantOn } from './clinic-days.ts'
import { type Interval, overlaps } from './slots.ts'

/**
 * The periods of a blocker that overlap the window, in order (specification, section 10). One that begins before the
 * window is not cut. The cost grows with their number, not with the length of the window.
 */
export function occurrences(rule: BlockerRule, window: Interval, timeZone: string): Interval[] {
  if (window.end <= window.start) return []
  if (rule.type === 'One Time') return overlaps(rule.period, window) ? [rule.period] : []
  const { from, to } = rule.type === 'Yearly' ? WHOLE_DAY : rule.hours
  const found: Interval[] = []
  // Hours end at midnight at the latest, so no period reaches into the window from a day before it.
  for (const day of blockedDays(
    rule,
    dayNumberAt(window.start, timeZone),
    dayNumberAt(window.end - 1, timeZone),
  )) {
    const period = { start: instantOn(day, from, timeZone), end: instantOn(day, to, timeZone) }
    // Hours that the clocks skip are empty.
    if (period.start < period.end && overlaps(period, window)) found.push(period)
  }
  return found
}

type Recurring = Exclude<BlockerRule, { type: 'One Time' }>

function blockedDays(rule: Recurring, first: number, last: number): number[] {
  switch (rule.type) {
    case 'Daily':
      return everyNth(1, first, last)
    case 'Weekly':
      return weekly(rule.days, first, last)
    case 'Monthly':
      return monthsBetween(first, last).flatMap(({ year, month }) =>
        datesIn(year, month, rule.dates, first, last),
      )
    case 'Yearly':
      return yearsBetween(first, last).flatMap((year) => datesIn(year, rule.month, rule.dates, first, last))
  }
}

function everyNth(step: number, first: number, last: number): number[] {
  const days: number[] = []
  for (let day = first; day <= last; day += step) days.push(day)
  return days
}

function weekly(weekdays: readonly number[], first: number, last: number): number[] {
  const today = calendarOf(first).weekday
  const days = weekdays.flatMap((weekday) => everyNth(7, first + ((weekday - today + 7) % 7), last))
  return days.sort((a, b) => a - b)
}

function datesIn(
  year: number,
  month: number,
  dates: readonly number[],
  first: number,
  last: number,
): number[] {
  return dates
    .map((date) => dayNumberOf(year, month, date))
    .filter((day) => day !== null)
    .filter((day) => day >= first && day <= last)
    .sort((a, b) => a - b)
}

function yearsBetween(first: number, last: number): number[] {
  return everyNth(1, calendarOf(first).year, calendarOf(last).year)
}

function monthsBetween(first: number, last: number) {
  const [from, to] = [calendarOf(first), calendarOf(last)]
  return everyNth(1, from.year * 12 + from.month, to.year * 12 + to.month).map((months) => ({
    year: Math.floor(months / 12),
    month: months % 12,
  }))
}
