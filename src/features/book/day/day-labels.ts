import type { OpeningHours } from '../../../../domain/clinic.ts'
import { addDays, daysBetween, isClinicDate, weekdayOf } from '../../../../domain/clinic-time.ts'

const NEARNESS: Record<number, 'yesterday' | 'today' | 'tomorrow'> = {
  [-1]: 'yesterday',
  0: 'today',
  1: 'tomorrow',
}

/** Both days 'YYYY-MM-DD' in clinic time. */
export function nearness(day: string, today: string): 'yesterday' | 'today' | 'tomorrow' | null {
  return NEARNESS[daysBetween(today, day)] ?? null
}

/** Whether a day has opening hours; blockers do not count. */
export function isOpenOn(hours: OpeningHours, day: string): boolean {
  return (hours[weekdayOf(day)] ?? []).length > 0
}

/** Null when none ever opens. */
export function nextOpenDay(day: string, hoursOf: readonly OpeningHours[]): string | null {
  const week = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(day, days))
  return week.find((date) => hoursOf.some((hours) => isOpenOn(hours, date))) ?? null
}

/** The nearest day, of two equally near ones the later; null: none. */
export function nearestDay(day: string, days: readonly string[]): string | null {
  const distance = (date: string) => Math.abs(daysBetween(day, date))
  const byNearness = [...days].sort((a, b) => distance(a) - distance(b) || (a < b ? 1 : -1))
  return byNearness[0] ?? null
}

/** Range of the date input: years of fewer digits are still being typed. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2099-12-31'

export function isDayToShow(text: string): boolean {
  return isClinicDate(text) && text >= FIRST_DAY && text <= LAST_DAY
}
