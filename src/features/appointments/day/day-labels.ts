import type { OpeningHours } from '../../../../domain/clinic.ts'
import { addDays, daysBetween, isClinicDate, weekdayOf } from '../../../../domain/clinic-time.ts'

const NEARNESS: Record<number, 'yesterday' | 'today' | 'tomorrow'> = {
  [-1]: 'yesterday',
  0: 'today',
  1: 'tomorrow',
}

/** The word that a day near today goes by, or null. Both 'YYYY-MM-DD' in clinic time. */
export function nearness(day: string, today: string): 'yesterday' | 'today' | 'tomorrow' | null {
  return NEARNESS[daysBetween(today, day)] ?? null
}

/** Whether a location opens on a day by its hours; blockers don't count. */
export function isOpenOn(hours: OpeningHours, day: string): boolean {
  return (hours[weekdayOf(day)] ?? []).length > 0
}

/** The first day after a day on which one of the locations opens; null when none ever does. */
export function nextOpenDay(day: string, hoursOf: readonly OpeningHours[]): string | null {
  const week = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(day, days))
  return week.find((date) => hoursOf.some((hours) => isOpenOn(hours, date))) ?? null
}

/** Of some days the one nearest to a day, of two equally near ones the later; null when there is none. */
export function nearestDay(day: string, days: readonly string[]): string | null {
  const distance = (date: string) => Math.abs(daysBetween(day, date))
  const byNearness = [...days].sort((a, b) => distance(a) - distance(b) || (a < b ? 1 : -1))
  return byNearness[0] ?? null
}

/** First and last day that can be jumped to. Years of fewer digits are those that are still being typed. */
export const FIRST_DAY = '2000-01-01'
export const LAST_DAY = '2099-12-31'

/** Whether a text of the date input is a day to go to. */
export function isDayToShow(text: string): boolean {
  return isClinicDate(text) && text >= FIRST_DAY && text <= LAST_DAY
}
