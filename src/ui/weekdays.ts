// 6 January 2030 was a Sunday.
const SUNDAY = 6

/** A week is shown from Monday; 0 is Sunday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

/** 'Monday' for 1 in English. */
export function weekdayName(day: number, language: string, weekday: 'long' | 'short' = 'long'): string {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
  return format.format(new Date(Date.UTC(2030, 0, SUNDAY + day)))
}
