import type { DayAvailability } from '../../../contract/availability.ts'

const NOON = '12:00'

/** The times of a day as the screen groups them. */
export function groupTimes(times: readonly string[]): { morning: string[]; afternoon: string[] } {
  return {
    morning: times.filter((time) => time < NOON),
    afternoon: times.filter((time) => time >= NOON),
  }
}

/** Maximum number of days in the strip: as far as people scroll by hand. */
const STRIP_DAYS = 14

/** The next days with free times, in order; a chosen one further ahead comes last. */
export function stripDays(days: readonly DayAvailability[], chosen: string): DayAvailability[] {
  const free = days.filter(({ slots }) => slots.length > 0)
  return free.filter(({ date }, index) => index < STRIP_DAYS || date === chosen)
}

const FEW = 3
const SOME = 8

/** Number of full bars of a day, of three: one means that hardly any time is left. */
export const barsOf = (free: number): 1 | 2 | 3 => (free <= FEW ? 1 : free <= SOME ? 2 : 3)

/** The first day on or after `from` that has a free time. */
export function nextFreeDay(days: readonly DayAvailability[], from: string): string | undefined {
  return days.find(({ date, slots }) => date >= from && slots.length > 0)?.date
}
