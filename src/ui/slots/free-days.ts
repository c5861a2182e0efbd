import type { DayAvailability } from '../../../contract/availability.ts'

const NOON = '12:00'

/** The times of a day as the screen groups them. */
export function groupTimes(times: readonly string[]): { morning: string[]; afternoon: string[] } {
  return {
    morning: times.filter((time) => time < NOON),
    afternoon: times.filter((time) => time >= NOON),
  }
}

/** So many days the strip shows at most: as far as anybody moves it by hand. */
const STRIP_DAYS = 14

/** The next days that have times, in order; a chosen one that lies further ahead stands at their end. */
export function stripDays(days: readonly DayAvailability[], chosen: string): DayAvailability[] {
  const free = days.filter(({ slots }) => slots.length > 0)
  return free.filter(({ date }, index) => index < STRIP_DAYS || date === chosen)
}

const FEW = 3
const SOME = 8

/** How many of the three bars of a day are full: one says that hardly anything is left. */
export const barsOf = (free: number): 1 | 2 | 3 => (free <= FEW ? 1 : free <= SOME ? 2 : 3)

/** The first day on or after `from` that has a free time. */
export function nextFreeDay(days: readonly DayAvailability[], from: string): string | undefined {
  return days.find(({ date, slots }) => date >= from && slots.length > 0)?.date
}
