import { clinicDate, clinicTime, inUtc } from '../../domain/clinic-time.ts'
import { dayInDigits, formatTime, shortDay } from './format-time.ts'

/**
 * Formats an instant in clinic time: '14 Nov 2026, 10:42 AM' in English.
 * @param instant ISO 8601 with offset
 */
export function formatInstant(instant: string, timeZone: string, language: string): string {
  const at = new Date(instant)
  const date = clinicDate(at, timeZone)
  return `${formatDate(date, language)}, ${formatTime(clinicTime(at, timeZone), language)}`
}

/**
 * '10:42 AM' in clinic time; of another day than `today` with that day: 'Fri 13 Nov, 11:59 PM', and its year where it is
 * another one.
 * @param instant ISO 8601 with offset, or milliseconds since 1970 @param today 'YYYY-MM-DD'
 */
export function formatSince(
  instant: string | number,
  today: string,
  timeZone: string,
  language: string,
): string {
  const at = new Date(instant)
  const date = clinicDate(at, timeZone)
  const time = formatTime(clinicTime(at, timeZone), language)
  const year = date.slice(0, 4) !== today.slice(0, 4)
  return date === today ? time : `${shortDay(date, language, { year })}, ${time}`
}

/**
 * '14 Nov 2026' in English, which alone needs the month in letters to tell it from the day.
 * @param date 'YYYY-MM-DD'
 */
export function formatDate(date: string, language: string): string {
  if (language !== 'en') return dayInDigits(date, language)
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  // Newer versions of English abbreviate September to four letters.
  return format.format(inUtc(date)).replace('Sept', 'Sep')
}
